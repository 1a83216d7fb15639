// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <io.h>
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

/// Opens a file that ends with its handle, with this text, to be read from its start.
bool writeTemporary(Owned& file, SECURITY_ATTRIBUTES& inherited, const std::string& text) {
    wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
    if (::GetTempPathW(MAX_PATH, folder) == 0 || ::GetTempFileNameW(folder, L"mom", 0, name) == 0)
        return false;
    file.value = ::CreateFileW(name, GENERIC_READ | GENERIC_WRITE, 0, &inherited, CREATE_ALWAYS,
                               FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    DWORD written = 0;
    return file.value != INVALID_HANDLE_VALUE &&
           ::WriteFile(file.value, text.data(), static_cast<DWORD>(text.size()), &written,
                       nullptr) != 0 &&
           written == text.size() &&
           ::SetFilePointer(file.value, 0, nullptr, FILE_BEGIN) != INVALID_SET_FILE_POINTER;
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
                                                    Errors errors,
                                                    const std::optional<std::string>& input) {
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    Owned from, to, nowhere, file;
    if (input && !writeTemporary(file, inherited, *input)) return tl::unexpected(lastProblem());
    if (::CreatePipe(&from.value, &to.value, &inherited, 0) == 0)
        return tl::unexpected(lastProblem());
    ::SetHandleInformation(from.value, HANDLE_FLAG_INHERIT, 0);
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = input ? file.value : ::GetStdHandle(STD_INPUT_HANDLE);
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

const char* const pythonProgram = "python";

void setEnvironment(const char* name, const std::string& value) {
    ::_putenv_s(name, value.c_str());
}

void keepBytesOfStandardStreams() {
    for (const int stream : {1, 2}) ::_setmode(stream, _O_BINARY);
    ::SetConsoleOutputCP(CP_UTF8);
}

bool errorsGoToTerminal() {
    const HANDLE console = ::GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode = 0;
    return ::GetConsoleMode(console, &mode) != 0 &&
           ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

}  // namespace momentree::platform
