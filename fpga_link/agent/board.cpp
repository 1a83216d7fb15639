// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/board.hpp"

#include <chrono>

#include "fpga_link/software/planar_software.hpp"

namespace momentree::fpga {

namespace {

using std::chrono::steady_clock;

/// Interval between checks of the accelerator while the client accepts nothing.
constexpr std::chrono::milliseconds creditSlice{50};
constexpr std::size_t samplesHeader = 8;

wire::Bytes errorFrame(const Fault& fault, wire::Type offending, std::uint32_t sequence) {
    const wire::Error error{fault.code, static_cast<std::uint16_t>(offending), 0,
                            wire::shortened(fault.text, wire::maxErrorText)};
    return wire::encode(error, sequence);
}

}  // namespace

/// Collects rows into SAMPLES frames, within the client's credit.
class Board::Reader final : public BatchReader {
public:
    Reader(Board& board, std::size_t stride) : board_(board), stride_(stride) {}

    std::size_t room() override {
        if (board_.forget_) return ~std::size_t{0};
        const std::size_t pending = samplesHeader + samples_.words.size() * sizeof(wire::Word);
        const std::size_t credit = board_.credit_;
        return credit <= pending ? 0 : (credit - pending) / (stride_ * sizeof(wire::Word));
    }
    void take(std::span<const wire::Word> row) override {
        if (board_.forget_) return;
        samples_.words.insert(samples_.words.end(), row.begin(), row.end());
        if (samples_.words.size() + stride_ > wire::maxSampleWords) flush();
    }
    void rest(bool wait) override {
        flush();
        if (!wait) return;
        std::unique_lock lock(board_.mutex_);
        board_.changed_.wait_for(lock, creditSlice,
                                 [&] { return room() > 0 || board_.abort_ || board_.forget_; });
    }
    bool wantsAbort() override { return board_.abort_; }
    void progress(std::uint32_t done, std::uint32_t waiting, std::uint32_t flags) override {
        board_.stepsDone_ = done;
        board_.waiting_ = waiting;
        board_.flags_ = flags;
    }
    void flush() {
        if (samples_.words.empty()) return;
        samples_.stride = static_cast<std::uint32_t>(stride_);
        board_.credit_ -=
            static_cast<std::uint32_t>(samplesHeader + samples_.words.size() * sizeof(wire::Word));
        board_.post({wire::encode(samples_, board_.sequence_), samples_.words.size() / stride_,
                     false, nullptr});
        samples_.words.clear();
    }

private:
    Board& board_;
    std::size_t stride_;
    wire::Samples samples_;
};

Board::Board(Accelerator& accelerator, std::function<void()> wake)
    : accelerator_(accelerator), wake_(std::move(wake)), thread_([this] { work(); }) {}

Board::~Board() {
    forget();
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Board::start(Job job, std::shared_ptr<const LoadedModel> model, std::uint32_t sequence) {
    const std::lock_guard lock(mutex_);
    model_ = std::move(model);
    sequence_ = sequence;
    job_ = std::move(job);
    abort_ = forget_ = false;
    credit_ = wire::initialCredit;
    stepsDone_ = waiting_ = flags_ = 0;
    busy_ = true;
    changed_.notify_all();
}

void Board::addCredit(std::uint32_t bytes) {
    const std::lock_guard lock(mutex_);
    credit_ += bytes;
    changed_.notify_all();
}

BatchProgress Board::progress() const { return {stepsDone_, waiting_, flags_, credit_}; }

std::vector<Report> Board::takeReports() {
    const std::lock_guard lock(mutex_);
    std::vector<Report> taken;
    taken.swap(reports_);
    if (!taken.empty() && taken.back().last) busy_ = false;
    return taken;
}

void Board::post(Report report) {
    {
        const std::lock_guard lock(mutex_);
        reports_.push_back(std::move(report));
    }
    wake_();
}

void Board::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return stop_ || job_; });
        if (stop_) return;
        const Job job = *std::exchange(job_, std::nullopt);
        lock.unlock();
        post(perform(job));
        lock.lock();
    }
}

Report Board::perform(const Job& job) try {
    Report report;
    if (const auto* message = std::get_if<wire::LoadModel>(&job)) {
        report = load(*message);
    } else if (const auto* messages = std::get_if<wire::LoadModels>(&job)) {
        report = load(*messages);
    } else if (const auto* program = std::get_if<wire::LoadProgram>(&job)) {
        report = load(*program);
    } else if (const auto* batch = std::get_if<wire::RunBatch>(&job)) {
        report = run(*batch);
    } else if (const auto* request = std::get_if<wire::SelfTest>(&job)) {
        report = test(*request);
    } else {
        report.frame = wire::encode(time(std::get<wire::TimeSoftware>(job)), sequence_);
        report.model = model_;
    }
    report.last = true;
    return report;
} catch (const std::exception& exception) {
    const Fault failed{wire::ErrorCode::Internal, exception.what()};
    return {errorFrame(failed, wire::Type{0}, sequence_), 0, true, nullptr};
}

template <class Message>
Report Board::load(const Message& message) {
    const auto start = steady_clock::now();
    auto built = buildModel(message, accelerator_.lanes());
    // If compilation fails, the loaded model stays.
    if (!built) return {errorFrame(built.error(), Message::type, sequence_), 0, true, model_};
    const auto compiled = steady_clock::now();
    auto ack = accelerator_.load(*built);
    if (!ack) return {errorFrame(ack.error(), Message::type, sequence_), 0, true, nullptr};
    const std::chrono::nanoseconds time = compiled - start;
    ack->timings.push_back({wire::TimingKind::Compile, wire::TimingSource::MeasuredHost, 1,
                            static_cast<std::uint64_t>(time.count())});
    return {wire::encode(*ack, sequence_), 0, true,
            std::make_shared<const LoadedModel>(std::move(*built))};
}

/// The model and its state stay on the accelerator.
Report Board::test(const wire::SelfTest& request) {
    std::vector<wire::Word> words;
    if (model_ != nullptr) words = accelerator_.kept(*model_);
    auto result = accelerator_.selfTest(request.accesses);
    Report report{{}, 0, true, model_};
    if (model_ != nullptr)
        if (const auto restored = accelerator_.restore(*model_, words); !restored) {
            report.model = nullptr;
            result.checks.push_back(
                {0, "model", wire::shortened(restored.error().text, wire::maxErrorText)});
        }
    report.frame = wire::encode(result, sequence_);
    return report;
}

wire::SoftwareTimes Board::time(const wire::TimeSoftware& request) const {
    const auto calls = static_cast<int>(request.calls);
    const FunctionTimes functions = timeFunctions(calls);
    wire::SoftwareTimes times;
    times.source = accelerator_.isMeasurable() ? wire::TimingSource::MeasuredBoard
                                               : wire::TimingSource::MeasuredHost;
    times.functions = {functions.update, functions.assembly, functions.inverse};
    if (model_ == nullptr || model_->isProgram()) return times;
    const PhaseTimes phases =
        timeSteps(model_->trajectories.front(), model_->method, model_->step, calls);
    times.phases.assign(phases.begin(), phases.end());
    return times;
}

Report Board::run(const wire::RunBatch& batch) {
    Reader reader(*this, model_->stride());
    const auto done = accelerator_.run(*model_, batch, reader);
    reader.flush();
    if (!done) return {errorFrame(done.error(), wire::Type::RunBatch, sequence_), 0, true, nullptr};
    return {wire::encode(*done, sequence_), 0, true, model_};
}

}  // namespace momentree::fpga
