// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/fields/body_fields.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <array>
#include <cmath>
#include <utility>

#include "app/base/diagnostic_text.hpp"
#include "app/base/text.hpp"
#include "app/document/mesh_volume.hpp"
#include "app/document/shape_mass.hpp"
#include "core/model/shape_mass.hpp"
#include "core/number_text.hpp"

namespace momentree::app {

void keepMass(BodyDescription& body) { body.density.reset(); }

QString valueHelp(const QString& meaning) {
    return meaning + QStringLiteral("\n") +
           tr("A number in the unit shown, or an expression: 12 cm, 30 deg, 2*L1");
}

Field inertiaField(std::size_t index) {
    std::vector<ScalarAccess> moments;
    constexpr std::array<std::array<std::size_t, 2>, 6> places{
        {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
    moments.reserve(places.size());
    for (const auto& [i, j] : places)
        moments.push_back([index, i = i, j = j](ModelDescription& m) -> Scalar& {
            return m.bodies[index].inertia[i][j];
        });
    const std::vector<ScalarAccess> diagonal(moments.begin(), moments.begin() + 3);
    Field field = listField(
        tr("Inertia"), "kg m²",
        valueHelp(
            tr("About the centre of mass: Jxx, Jyy, Jzz, optionally followed by Jxy, Jxz, Jyz")),
        moments);
    const Field shorter = listField({}, {}, {}, diagonal);
    const auto isDiagonal = [=](ModelDescription& m) {
        for (std::size_t k = 3; k < 6; ++k)
            if (moments[k](m).value != 0.0 || !moments[k](m).text.empty()) return false;
        return true;
    };
    field.text = [=, longer = field.text](ModelDescription& m) {
        return isDiagonal(m) ? shorter.text(m) : longer(m);
    };
    field.take = [=, longer = field.take](ModelDescription& m, const QString& text) {
        QString problem = longer(m, text);
        if (!problem.isEmpty()) {
            if (!shorter.take(m, text).isEmpty())
                return tr("enter three moments, or three moments and three products");
            for (std::size_t k = 3; k < 6; ++k) moments[k](m) = Scalar(0.0);
        }
        keepMass(m.bodies[index]);
        auto& J = m.bodies[index].inertia;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < i; ++j) J[i][j] = J[j][i];
        return QString();
    };
    return field;
}

Field massField(std::size_t index) {
    Field field = scalarField(
        tr("Mass"), "kg",
        valueHelp(
            tr("A mass you enter is kept when the shape changes, and the inertia follows it\n"
               "unless you enter that too. A density computes the mass from the shape again")),
        [index](ModelDescription& m) -> Scalar& { return m.bodies[index].mass; });
    field.take = [index, plain = field.take](ModelDescription& m, const QString& text) {
        const bool followed = densityOf(m.bodies[index]).has_value();
        QString problem = plain(m, text);
        if (problem.isEmpty()) keepMass(m.bodies[index]);
        Scalar& mass = m.bodies[index].mass;
        if (problem.isEmpty() && followed && mass.text.empty())
            mass.text = numberText(mass.value) + " kg";
        return problem;
    };
    return field;
}

Field densityField(std::size_t index) {
    Field field{
        tr("Density"),
        "kg/m³",
        tr("Mass, centre of mass and inertia are computed from the drawn shape.\n"
           "Empty if they were entered; a density computes them again. Aluminium 2700, steel 7850"),
        {},
        {},
        {}};
    field.text = [index](ModelDescription& m) {
        const auto& written = m.bodies[index].density;
        if (written && !written->text.empty()) return QString::fromStdString(written->text);
        const auto density = densityOf(m.bodies[index]);
        return density ? QString::fromStdString(numberText(*density, 6)) : QString();
    };
    field.take = [index](ModelDescription& m, const QString& text) {
        bool number = false;
        const double density = text.trimmed().toDouble(&number);
        BodyDescription& body = m.bodies[index];
        if (!number && body.density) {
            body.density->text = text.trimmed().toStdString();
            return QString();
        }
        if (!number || !(density > 0.0))
            return tr("the density must be a positive number in kg/m³");
        if (body.shape.kind == ShapeDescription::Kind::Parts)
            if (const auto mass = partsMass(body.shape, density); !mass)
                return messageText(mass.error().front().message);
        if (!hasVolume(body)) return tr("this body has no shape, because no markers span it");
        const auto followed = shapeMassOf(body);
        takeMassFromShape(body, density, followed ? followed->corners : 0);
        return QString();
    };
    return field;
}

namespace {

struct Material {
    QString name;
    double density = 0.0;  ///< [kg/m^3]
};

std::vector<Material> materials() {
    return {{tr("aluminium"), 2700.0}, {tr("steel"), 7850.0}, {tr("brass"), 8500.0},
            {tr("titanium"), 4430.0},  {tr("nylon"), 1150.0}, {tr("acrylic"), 1180.0},
            {tr("plywood"), 600.0}};
}

}  // namespace

Field materialField(std::size_t index) {
    Field field{tr("Material"),
                {},
                tr("Mass, centre of mass and inertia are computed from the drawn shape and the\n"
                   "density of the material. Other densities are entered under Inertia"),
                {},
                {},
                {}};
    for (const Material& material : materials()) field.choices << material.name;
    field.text = [index](ModelDescription& m) {
        const auto density = densityOf(m.bodies[index]);
        for (const Material& material : materials())
            if (density && std::abs(*density - material.density) < 1e-6 * material.density)
                return material.name;
        return QString();
    };
    field.take = [density = densityField(index)](ModelDescription& m, const QString& text) {
        for (const Material& material : materials())
            if (material.name == text) return density.take(m, QString::number(material.density));
        return tr("no material is called '%1'").arg(text);
    };
    return field;
}

QString inertiaSource(const BodyDescription& body) {
    return densityOf(body) ? tr("from the shape") : tr("as entered");
}

namespace {

/// Writes the section that a bar or plate has where none is given.
void writeSection(ShapeDescription& shape) {
    const LinkPlate plate = plateOf(shape);
    if (shape.kind == ShapeDescription::Kind::Auto) shape.kind = ShapeDescription::Kind::Bar;
    const std::array sides{plate.width, plate.thickness};
    for (std::size_t k = shape.kind == ShapeDescription::Kind::Polygon ? 1 : 0; k < 2; ++k)
        if (shape.size[k].text.empty() && shape.size[k].value == 0.0) shape.size[k] = sides[k];
}

}  // namespace

std::optional<Field> sectionField(const ModelDescription& model, std::size_t index) {
    using Kind = ShapeDescription::Kind;
    const Kind kind = model.bodies[index].shape.kind;
    if (kind != Kind::Auto && kind != Kind::Bar && kind != Kind::Polygon) return std::nullopt;
    const auto side = [index](std::size_t k) {
        return [index, k](ModelDescription& m) -> Scalar& { return m.bodies[index].shape.size[k]; };
    };
    Field field =
        kind == Kind::Polygon
            ? scalarField(tr("Thickness"), "m", valueHelp(tr("Of the plate")), side(1))
            : listField(tr("Section"), "m",
                        valueHelp(tr("Width and thickness of the bar; one number if it is square")),
                        {side(0), side(1)});
    field.text = [index, plain = field.text](ModelDescription& m) {
        const ShapeDescription written = m.bodies[index].shape;
        writeSection(m.bodies[index].shape);
        const QString text = plain(m);
        m.bodies[index].shape = written;
        return text;
    };
    field.take = [index, plate = kind == Kind::Polygon, plain = field.take](ModelDescription& m,
                                                                            const QString& text) {
        ShapeDescription& shape = m.bodies[index].shape;
        writeSection(shape);
        const bool square = !plate && splitList(text).size() == 1;
        QString why = plain(m, square ? text + ", " + text : text);
        const auto isWrong = [](const Scalar& written) {
            return written.text.empty() && !(written.value > 0.0);
        };
        if (why.isEmpty() && (isWrong(shape.size[1]) || (!plate && isWrong(shape.size[0]))))
            why = tr("it must be greater than 0");
        return why;
    };
    return field;
}

Field meshField(std::size_t index) {
    Field field = textField(
        tr("Mesh"),
        tr("A file with the surface of the body (STL, OBJ or DAE), in its axes; empty for none.\n"
           "A density then computes mass, centre of mass and inertia from the volume"),
        [](ModelDescription& m) -> std::string& { return m.name; });
    const auto meshOf = [index](ModelDescription& m) -> PartDescription* {
        ShapeDescription& shape = m.bodies[index].shape;
        const bool one = shape.kind == ShapeDescription::Kind::Parts && shape.parts.size() == 1;
        return one && shape.parts[0].kind == PartDescription::Kind::Mesh ? &shape.parts[0]
                                                                         : nullptr;
    };
    field.text = [meshOf](ModelDescription& m) {
        const PartDescription* part = meshOf(m);
        return part ? QString::fromStdString(part->mesh) : QString();
    };
    field.take = [index, meshOf](ModelDescription& m, const QString& text) -> QString {
        ShapeDescription& shape = m.bodies[index].shape;
        const std::string path = text.trimmed().toStdString();
        if (path.empty()) {
            if (meshOf(m)) shape.kind = ShapeDescription::Kind::Auto, shape.parts.clear();
            return {};
        }
        if (const auto mesh = readMeshFile(path); !mesh)
            return messageText(mesh.error().front().message);
        if (!meshOf(m)) {
            shape.kind = ShapeDescription::Kind::Parts;
            shape.parts.assign(1, {});
            shape.parts[0].kind = PartDescription::Kind::Mesh;
            shape.parts[0].size = {1.0, 1.0, 1.0};
        }
        shape.parts[0].mesh = QFileInfo(text.trimmed()).absoluteFilePath().toStdString();
        return {};
    };
    return field;
}

std::optional<Field> meshFactorsField(const ModelDescription& model, std::size_t index) {
    const ShapeDescription& shape = model.bodies[index].shape;
    if (shape.kind != ShapeDescription::Kind::Parts || shape.parts.size() != 1 ||
        shape.parts[0].kind != PartDescription::Kind::Mesh)
        return std::nullopt;
    std::vector<ScalarAccess> factors;
    for (std::size_t k = 0; k < 3; ++k)
        factors.push_back([index, k](ModelDescription& m) -> Scalar& {
            return m.bodies[index].shape.parts[0].size[k];
        });
    return listField(
        tr("Mesh scale"), "",
        tr("Factors of its coordinates, which are in m: 0.001, 0.001, 0.001 for a file "
           "in mm"),
        factors);
}

Field colorField(std::size_t index) {
    Field field = textField(
        tr("Colour"), tr("#rrggbb, or empty for the next colour of the series"),
        [index](ModelDescription& m) -> std::string& { return m.bodies[index].shape.color; });
    field.color = true;
    field.take = [index](ModelDescription& m, const QString& text) {
        static const QRegularExpression written(QStringLiteral("^(#[0-9a-fA-F]{6})?$"));
        const QString color = text.trimmed();
        if (!written.match(color).hasMatch())
            return tr("write a colour as #rrggbb, for example #2f6fbf, or leave it empty");
        m.bodies[index].shape.color = color.toStdString();
        return QString();
    };
    return field;
}

}  // namespace momentree::app
