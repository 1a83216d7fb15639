// SPDX-License-Identifier: Apache-2.0
#include "render/series.hpp"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkFloatArray.h>
#include <vtkIdTypeArray.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLPolyDataWriter.h>
#include <vtkXMLUtilities.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "core/io/text_file.hpp"
#include "core/number_text.hpp"
#include "render/messages.hpp"
#include "render/poses.hpp"
#include "render/shapes.hpp"

namespace momentree::render {
namespace {

namespace fs = std::filesystem;

vtkSmartPointer<vtkFloatArray> vectors(const char* name, vtkIdType count) {
    auto array = vtkSmartPointer<vtkFloatArray>::New();
    array->SetName(name);
    array->SetNumberOfComponents(3);
    array->SetNumberOfTuples(count);
    return array;
}

void put(vtkFloatArray* array, vtkIdType index, const Vector3d& value) {
    const Eigen::Vector3f single = value.cast<float>();
    array->SetTypedTuple(index, single.data());
}

/// The links of all bodies in one surface, whose points move with the rows.
class Links {
public:
    Links(const Model& model, std::span<const Frame> start);
    void show(const RowLayout& layout, std::span<const double> row, std::span<const Frame> poses);
    vtkPolyData* data() const { return data_; }

private:
    void addCells(const Mesh& mesh, vtkIdType first, int body, vtkIdTypeArray* ids,
                  vtkIntArray* bodies);
    std::vector<Mesh> meshes_;
    vtkNew<vtkPolyData> data_;
    vtkNew<vtkPoints> points_;
    vtkSmartPointer<vtkFloatArray> normals_, velocity_;
};

Links::Links(const Model& model, std::span<const Frame> start) : meshes_(model.bodies.size()) {
    const Stage stage = makeStage(model, start);
    const vtkNew<vtkUnsignedCharArray> colors;
    const vtkNew<vtkIdTypeArray> ids;
    const vtkNew<vtkIntArray> bodies;
    colors->SetName("Color");
    colors->SetNumberOfComponents(3);
    bodies->SetName("body");
    vtkIdType count = 0;
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const int body = static_cast<int>(i);
        const Color color = linkColor(model.bodies[i].shape.color, body,
                                      static_cast<int>(meshes_.size()), Theme::Light);
        addLink(meshes_[i], model, stage, start, body, color);
        addCells(meshes_[i], count, body, ids, bodies);
        count += static_cast<vtkIdType>(meshes_[i].points.size() / 3);
        for (std::size_t k = 0; k + 2 < meshes_[i].colors.size(); k += 3)
            colors->InsertNextTypedTuple(meshes_[i].colors.data() + k);
    }
    const vtkNew<vtkCellArray> cells;
    cells->SetData(3, ids);
    normals_ = vectors("Normals", count);
    velocity_ = vectors("velocity", count);
    points_->SetNumberOfPoints(count);
    data_->SetPoints(points_);
    data_->SetPolys(cells);
    data_->GetPointData()->SetNormals(normals_);
    data_->GetPointData()->SetVectors(velocity_);
    data_->GetPointData()->AddArray(colors);
    data_->GetCellData()->AddArray(bodies);
}

void Links::addCells(const Mesh& mesh, vtkIdType first, int body, vtkIdTypeArray* ids,
                     vtkIntArray* bodies) {
    for (const std::uint32_t index : mesh.triangles)
        ids->InsertNextValue(first + static_cast<vtkIdType>(index));
    for (std::size_t k = 0; k < mesh.triangles.size(); k += 3) bodies->InsertNextValue(body);
}

void Links::show(const RowLayout& layout, std::span<const double> row,
                 std::span<const Frame> poses) {
    vtkIdType at = 0;
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const double* body = row.data() + layout.body(static_cast<int>(i));
        const Eigen::Map<const Vector3d> v(body + 7), w(body + 10);
        const Mesh& mesh = meshes_[i];
        for (std::size_t k = 0; k + 2 < mesh.points.size(); k += 3, ++at) {
            const Eigen::Map<const Eigen::Vector3f> p(mesh.points.data() + k),
                n(mesh.normals.data() + k);
            const Vector3d arm = poses[i].R * p.cast<double>();
            const Vector3d place = poses[i].r + arm;
            points_->SetPoint(at, place.data());
            put(normals_, at, poses[i].R * n.cast<double>());
            put(velocity_, at, v + w.cross(arm));
        }
    }
    points_->Modified();
}

/// The joints as points with their reactions.
class Joints {
public:
    explicit Joints(const Model& model) : model_(model) {
        const auto count = static_cast<vtkIdType>(model.joints.size());
        force_ = vectors("force", count);
        moment_ = vectors("moment", count);
        const vtkNew<vtkCellArray> cells;
        for (vtkIdType k = 0; k < count; ++k) cells->InsertNextCell(1, &k);
        points_->SetNumberOfPoints(count);
        data_->SetPoints(points_);
        data_->SetVerts(cells);
        data_->GetPointData()->AddArray(force_);
        data_->GetPointData()->AddArray(moment_);
    }
    void show(const RowLayout& layout, std::span<const double> row, std::span<const Frame> poses) {
        for (std::size_t j = 0; j < model_.joints.size(); ++j) {
            const auto at = static_cast<vtkIdType>(j);
            const Vector3d place = worldFrame(poses, model_.joints[j].B).r;
            const double* reaction = row.data() + layout.jointReaction(static_cast<int>(j));
            points_->SetPoint(at, place.data());
            put(force_, at, Eigen::Map<const Vector3d>(reaction));
            put(moment_, at, Eigen::Map<const Vector3d>(reaction + 3));
        }
        points_->Modified();
    }
    vtkPolyData* data() const { return data_; }

private:
    const Model& model_;
    vtkNew<vtkPolyData> data_;
    vtkNew<vtkPoints> points_;
    vtkSmartPointer<vtkFloatArray> force_, moment_;
};

/// The files of a series. They are created in a temporary folder, so that an existing series stays
/// complete until the new one is.
class Files {
public:
    explicit Files(const std::string& index)
        : index_(index),
          folder_(fs::path(index).replace_extension()),
          draft_(folder_.string() + ".part") {
        root_->SetName("VTKFile");
        root_->SetAttribute("type", "Collection");
        root_->SetAttribute("version", "0.1");
        root_->SetAttribute("byte_order", "LittleEndian");
        list_->SetName("Collection");
        root_->AddNestedElement(list_);
    }
    ~Files() {
        std::error_code none;
        for (const std::string& name : names_) fs::remove(draft_ / name, none);
        fs::remove(draft_, none);
        fs::remove(folder_, none);  // fails if it is not empty
    }
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;

    Result<void> open() {
        if (auto writable = checkWritable(index_); !writable) return writable;
        std::error_code code;
        for (const fs::path& folder : {folder_, draft_}) {
            fs::create_directory(folder, code);
            if (code)
                return fail(
                    error({}, MOMENTREE_TEXT("folder-not-made", "cannot make the folder '%1': %2")(
                                  folder.string(), code.message())));
        }
        return {};
    }
    Result<void> add(vtkPolyData* data, const std::string& name, int part, double time) {
        names_.push_back(name);
        const fs::path path = draft_ / name;
        const vtkNew<vtkXMLPolyDataWriter> writer;
        writer->SetInputData(data);
        writer->SetFileName(path.c_str());
        writer->SetCompressionLevel(1);  // 6 takes three times as long for 8 % less
        if (writer->Write() == 0 || writer->GetErrorCode() != 0)
            return cannotWrite(path, "the disk is full");
        const vtkNew<vtkXMLDataElement> entry;
        entry->SetName("DataSet");
        entry->SetAttribute("timestep", numberText(time).c_str());
        entry->SetIntAttribute("part", part);
        entry->SetAttribute("file", (folder_.filename() / name).c_str());
        list_->AddNestedElement(entry);
        return {};
    }
    Result<void> finish() {
        std::error_code code;
        for (const std::string& name : names_) {
            fs::rename(draft_ / name, folder_ / name, code);
            if (code) return cannotWrite(folder_ / name, code.message());
        }
        std::ostringstream text;
        text << "<?xml version=\"1.0\"?>\n";
        vtkIndent indent;
        vtkXMLUtilities::FlattenElement(root_, text, &indent);
        return writeTextAtomically(text.str(), index_);
    }

private:
    static Result<void> cannotWrite(const fs::path& path, const std::string& why) {
        return fail(error(
            {}, MOMENTREE_TEXT("file-not-written", "cannot write '%1': %2")(path.string(), why)));
    }
    std::string index_;
    fs::path folder_, draft_;
    std::vector<std::string> names_;
    vtkNew<vtkXMLDataElement> root_, list_;
};

std::string numbered(const char* stem, std::size_t frame) {
    const std::string digits = std::to_string(frame);
    return std::string(stem) + "_" + std::string(6 - std::min<std::size_t>(digits.size(), 6), '0') +
           digits + ".vtp";
}

}  // namespace

std::vector<std::size_t> seriesRows(const Recording& recording, const SeriesPlan& plan) {
    std::vector<std::size_t> rows;
    constexpr double rounding = 1e-9;
    double next = plan.begin - rounding;
    for (std::size_t row = 0; row < recording.size(); ++row) {
        const double time = recording.at(row, 0);
        if (time > plan.end + rounding) break;
        if (time < next) continue;
        rows.push_back(row);
        if (plan.interval <= 0.0) continue;
        const double passed = std::floor((time - plan.begin + rounding) / plan.interval);
        next = plan.begin + (passed + 1.0) * plan.interval - rounding;
    }
    return rows;
}

Result<bool> writeSeries(const Model& model, const Recording& recording, const SeriesPlan& plan,
                         const SeriesProgress& progress) {
    keepMessages();
    const RowLayout layout(model);
    std::vector<Frame> poses(model.bodies.size());
    readPoses(layout, recording.row(0), poses);
    Links links(model, poses);
    Joints joints(model);
    Files files(plan.file);
    if (auto opened = files.open(); !opened) return tl::unexpected(std::move(opened.error()));
    const std::vector<std::size_t> rows = seriesRows(recording, plan);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (progress && !progress(k, rows.size())) return false;
        const auto row = recording.row(rows[k]);
        readPoses(layout, row, poses);
        links.show(layout, row, poses);
        joints.show(layout, row, poses);
        auto added = files.add(links.data(), numbered("links", k), 0, row[0]).and_then([&] {
            return files.add(joints.data(), numbered("joints", k), 1, row[0]);
        });
        if (!added) return tl::unexpected(std::move(added.error()));
    }
    if (auto finished = files.finish(); !finished)
        return tl::unexpected(std::move(finished.error()));
    return true;
}

}  // namespace momentree::render
