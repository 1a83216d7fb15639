// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/platform/process.hpp"

namespace momentree::platform {
namespace {

constexpr std::size_t longestOutput = std::size_t{64} << 20;

std::string lastProblem() {
    return std::system_category().message(static_cast<int>(::GetLastError()));
}

/// Closes a handle of the system.
class Owned {
public:
    Owned() = default;
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() { close(); }
    void close() {
        if (value != nullptr && value != INVALID_HANDLE_VALUE) ::CloseHandle(value);
        value = nullptr;
    }
    HANDLE value = nullptr;
};

/// One argument as CommandLineToArgvW reads it: backslashes count double before a quotation mark.
std::wstring quoted(const std::wstring& argument) {
    std::wstring text = L"\"";
    std::size_t slashes = 0;
    for (const wchar_t c : argument) {
        if (c == L'"') text.append(slashes + 1, L'\\');
        slashes = c == L'\\' ? slashes + 1 : 0;
        text += c;
    }
    return text.append(slashes, L'\\') + L'"';
}

std::string readAllOf(HANDLE pipe) {
    std::string text;
    char part[4096];
    DWORD count = 0;
    while (text.size() <= longestOutput &&
           ::ReadFile(pipe, part, sizeof part, &count, nullptr) != 0 && count > 0)
        text.append(part, count);
    return text;
}

}  // namespace

long processId() { return static_cast<long>(::GetCurrentProcessId()); }

tl::expected<ProgramResult, std::string> runProgram(std::vector<std::string> arguments,
                                                    Errors errors) {
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    Owned from, to, nowhere;
    if (::CreatePipe(&from.value, &to.value, &inherited, 0) == 0)
        return tl::unexpected(lastProblem());
    ::SetHandleInformation(from.value, HANDLE_FLAG_INHERIT, 0);
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = ::GetStdHandle(STD_INPUT_HANDLE);
    start.hStdOutput = to.value;
    start.hStdError = errors == Errors::InOutput ? to.value : ::GetStdHandle(STD_ERROR_HANDLE);
    if (errors == Errors::Hidden) {
        nowhere.value = ::CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_WRITE, &inherited,
                                      OPEN_EXISTING, 0, nullptr);
        start.hStdError = nowhere.value;
    }
    std::wstring command;
    for (const std::string& argument : arguments)
        command +=
            (command.empty() ? L"" : L" ") + quoted(std::filesystem::path(argument).wstring());
    PROCESS_INFORMATION started{};
    if (::CreateProcessW(nullptr, command.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr,
                         &start, &started) == 0)
        return tl::unexpected(lastProblem());
    Owned process, thread;
    process.value = started.hProcess;
    thread.value = started.hThread;
    to.close();
    std::string output = readAllOf(from.value);
    from.close();  // a program that goes on writing ends
    ::WaitForSingleObject(process.value, INFINITE);
    DWORD status = 0;
    ::GetExitCodeProcess(process.value, &status);
    return ProgramResult{static_cast<int>(status), std::move(output)};
}

void setEnvironment(const char* name, const std::string& value) {
    ::_putenv_s(name, value.c_str());
}

bool errorsGoToTerminal() {
    const HANDLE console = ::GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode = 0;
    return ::GetConsoleMode(console, &mode) != 0 &&
           ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

}  // namespace momentree::platform
