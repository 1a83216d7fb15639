// SPDX-License-Identifier: Apache-2.0
#include "core/generate/loop_equations.hpp"

#include "core/math/index.hpp"

namespace momentree {
namespace {

using Vector = RecordedVector;

Vector minus(const Vector& v) { return Recorded(-1.0) * v; }

class RowRecorder {
public:
    RowRecorder(const Model& model, const Constraint& constraint, const Recorded& t,
                std::span<const RecordedLink> links)
        : model_(model),
          c_(constraint),
          motion_(c_.motion < 0 ? std::array<Recorded, 2>()
                                : recordedLaw(model.motions[toIndex(c_.motion)].law, t)),
          A_(endOf(c_.bodyA, c_.s_a, links)),
          B_(endOf(c_.bodyB, c_.s_b, links)) {}

    RecordedRow row(int number) {
        row_.linkA = A_.link, row_.linkB = B_.link;
        switch (c_.kind) {
            case Constraint::Kind::Point:
                if (c_.carried)
                    along(inWorld(A_, c_.bodyA, c_.axes.col(number)));
                else
                    atPoints(recordedOf(Vector3d(c_.axes.col(number))), {});
                break;
            case Constraint::Kind::Offset:
                along(inWorld(A_, c_.bodyA, c_.x_a));
                row_.gap -= motion_[0];
                row_.drive = -motion_[1];
                break;
            case Constraint::Kind::Twist:
                twist();
                break;
            case Constraint::Kind::Distance:
                distance();
                break;
            default:
                angle();
        }
        return std::move(row_);
    }

private:
    RecordedEnd endOf(int body, const Vector3d& arm, std::span<const RecordedLink> links) const {
        RecordedEnd end;
        end.arm = end.point = recordedOf(arm);
        if (body == ground) return end;
        end.link = model_.tree.ofBody[toIndex(body)];
        const TreeBody& at = model_.tree.bodies[toIndex(end.link)];
        const RecordedLink& link = links[toIndex(end.link)];
        const Vector own = recordedOf(Vector3d(at.c + at.toBody.R * arm));
        end.R = link.R;
        end.arm = link.R * own;
        end.point = link.O + end.arm;
        Vector v = link.V.l;
        addCross(v, link.V.a, own);
        end.v = link.R * v;
        end.w = link.R * link.V.a;
        return end;
    }
    Vector inWorld(const RecordedEnd& end, int body, const Vector3d& axis) const {
        if (body == ground) return recordedOf(axis);
        const TreeBody& at = model_.tree.bodies[toIndex(end.link)];
        return end.R * recordedOf(Vector3d(at.toBody.R * axis));
    }
    /// From A's origin to point B. On ground, the origin is that of the world.
    Vector reach() const { return (B_.point - A_.point) + A_.arm; }

    /// The impulse -e at point A and e at point B. @param ed rate of e
    void atPoints(const Vector& e, const Vector& ed) {
        row_.gap = dotOf(e, B_.point - A_.point);
        row_.A = {minus(e), minus(crossOf(A_.arm, e))};
        row_.B = {e, crossOf(B_.arm, e)};
        row_.rateA = {minus(ed), minus(crossOf(A_.v, e)) - crossOf(A_.arm, ed)};
        row_.rateB = {ed, crossOf(B_.v, e) + crossOf(B_.arm, ed)};
    }
    /// Along x, which is fixed to A, both at point B.
    void along(const Vector& x) {
        const Vector xd = crossOf(A_.w, x);
        row_.gap = dotOf(x, B_.point - A_.point);
        row_.A = {minus(x), crossOf(x, reach())};
        row_.B = {x, crossOf(B_.arm, x)};
        row_.rateA = {minus(xd), crossOf(xd, reach()) + crossOf(x, B_.v)};
        row_.rateB = {xd, crossOf(B_.v, x) + crossOf(B_.arm, xd)};
    }
    void distance() {
        const Recorded shorter(1.0 / c_.length);
        const Vector d = B_.point - A_.point;
        atPoints(shorter * d, shorter * (B_.v - A_.v));
        row_.gap = Recorded(0.5 / c_.length) * dotOf(d, d) - Recorded(0.5 * c_.length);
    }
    /// The turn x x y of bodies against each other, and its rate.
    /// @param wx,wy angular velocities of both axes
    void addTurn(const Vector& x, const Vector& wx, const Vector& y, const Vector& wy) {
        const Vector n = crossOf(x, y);
        const Vector nd = crossOf(crossOf(wx, x), y) + crossOf(x, crossOf(wy, y));
        row_.gap += dotOf(x, y);
        row_.A.a = row_.A.a + n;
        row_.B.a = row_.B.a - n;
        row_.rateA.a = row_.rateA.a + nd;
        row_.rateB.a = row_.rateB.a - nd;
    }
    void angle() {
        const Vector x = inWorld(A_, c_.bodyA, c_.x_a), y = inWorld(B_, c_.bodyB, c_.y_b);
        if (c_.motion < 0) return addTurn(x, A_.w, y, B_.w);
        // x turns about n, which is perpendicular to it.
        const Vector n = inWorld(A_, c_.bodyA, c_.n_a);
        const Vector turned = cos(motion_[0]) * x + sin(motion_[0]) * crossOf(n, x);
        addTurn(turned, A_.w + motion_[1] * n, y, B_.w);
        row_.drive = motion_[1] * dotOf(crossOf(n, turned), y);
    }
    void twist() {
        addTurn(inWorld(A_, c_.bodyA, c_.x_a), A_.w, inWorld(B_, c_.bodyB, c_.y_b), B_.w);
        addTurn(minus(inWorld(A_, c_.bodyA, c_.n_a)), A_.w, inWorld(B_, c_.bodyB, c_.x_b), B_.w);
    }

    const Model& model_;
    const Constraint& c_;
    std::array<Recorded, 2> motion_;  ///< f and f'
    RecordedEnd A_, B_;
    RecordedRow row_;
};

}  // namespace

bool hasRecordedRows(const Constraint& c) {
    using Kind = Constraint::Kind;
    const bool known = c.kind == Kind::Point || c.kind == Kind::Angle || c.kind == Kind::Offset ||
                       c.kind == Kind::Distance;
    return known && c.motion < 0 && c.coupling < 0;
}

bool hasRecordedRows(const Model& model, const Constraint& c) {
    using Kind = Constraint::Kind;
    if (c.motion < 0) return c.kind == Kind::Twist || hasRecordedRows(c);
    return (c.kind == Kind::Angle || c.kind == Kind::Offset) &&
           model.motions[toIndex(c.motion)].law.times.empty();
}

std::vector<ClosureRow> closureRows(const Model& model) {
    std::vector<ClosureRow> rows;
    for (const int index : model.tree.closures) {
        const Constraint& constraint = model.constraints[toIndex(index)];
        if (!hasRecordedRows(constraint)) continue;
        for (int row = 0; row < constraint.rows(); ++row) rows.push_back({index, row});
    }
    return rows;
}

RecordedRow recordedRow(const Model& model, const ClosureRow& row, const Recorded& t,
                        std::span<const RecordedLink> links) {
    return RowRecorder(model, model.constraints[toIndex(row.constraint)], t, links).row(row.row);
}

}  // namespace momentree
