// SPDX-License-Identifier: Apache-2.0
// Common parts of all test files. The tests of a folder form one program:
//
//     tests-core                       lists its tests
//     tests-core test_json [OPTIONS]   runs one of them, with the options of Qt Test
//
// A file holds one class in a namespace of the file's name and ends with
//
//     MOMENTREE_TEST(TestJson, Appless)
//     }  // namespace momentree::test_json
//     #include "test_json.moc"
#pragma once

#include <QMetaType>
#include <QTest>
#include <memory>
#include <string>

namespace momentree::test {

/// The longest wait for anything in a test, in milliseconds. Only failures take that long.
inline constexpr int patience = 120'000;

/// The application object that a test runs in.
enum class Application { Appless, Guiless, Gui };

/// Registers a test under the name of its file without suffix.
struct Registration {
    using Make = std::unique_ptr<QObject> (*)();
    Registration(const char* file, Application application, void (*prepare)(), Make make);
};

/// Calls the class's static initMain(), if it has one, as Qt Test's own main functions do.
template <class Test>
void prepare() {
    if constexpr (requires { Test::initMain(); }) Test::initMain();
}

template <class Test>
std::unique_ptr<QObject> make() {
    return std::make_unique<Test>();
}

}  // namespace momentree::test

#define MOMENTREE_TEST(Class, application)                                                     \
    static const momentree::test::Registration registered(                                     \
        __FILE__, momentree::test::Application::application, &momentree::test::prepare<Class>, \
        &momentree::test::make<Class>);

// Qt's default of five seconds is too short on busy processors.
#undef QTRY_VERIFY
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, momentree::test::patience)
#define QTRY_COMPARE(actual, expected) \
    QTRY_COMPARE_WITH_TIMEOUT(actual, expected, momentree::test::patience)

Q_DECLARE_METATYPE(std::string)
