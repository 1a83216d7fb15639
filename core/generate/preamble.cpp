// SPDX-License-Identifier: Apache-2.0
#include "core/generate/preamble.hpp"

namespace momentree {

/// Sines of many angles at once take a fraction of the time where the C library has them (libmvec,
/// errors below 4 units in the last place).
const char* const generatedPreamble = R"(#include <cmath>

namespace {

#if defined(__AVX512F__)
typedef double Lanes __attribute__((vector_size(64)));
#elif defined(__AVX2__)
typedef double Lanes __attribute__((vector_size(32)));
#else
typedef double Lanes;
#endif
constexpr int width = sizeof(Lanes) / sizeof(double);
typedef double Directions __attribute__((vector_size(64)));
typedef double StoredDirections __attribute__((vector_size(64), may_alias));

#if defined(__AVX512F__) && defined(__x86_64__) && defined(__GLIBC__)
extern "C" Lanes _ZGVeN8v_sin(Lanes);
extern "C" Lanes _ZGVeN8v_cos(Lanes);
inline void sineAndCosine(const Lanes& x, Lanes& s, Lanes& c) {
    s = _ZGVeN8v_sin(x);
    c = _ZGVeN8v_cos(x);
}
#elif defined(__AVX2__) && defined(__x86_64__) && defined(__GLIBC__)
extern "C" Lanes _ZGVdN4v_sin(Lanes);
extern "C" Lanes _ZGVdN4v_cos(Lanes);
inline void sineAndCosine(const Lanes& x, Lanes& s, Lanes& c) {
    s = _ZGVdN4v_sin(x);
    c = _ZGVdN4v_cos(x);
}
#elif defined(__AVX2__)
inline void sineAndCosine(const Lanes& x, Lanes& s, Lanes& c) {
    for (int k = 0; k < width; ++k) {
        s[k] = std::sin(x[k]);
        c[k] = std::cos(x[k]);
    }
}
#else
inline void sineAndCosine(const Lanes& x, Lanes& s, Lanes& c) {
    s = std::sin(x);
    c = std::cos(x);
}
#endif

template <class Number>
struct Table {
    static constexpr int numbers = sizeof(Number) / sizeof(double);
};

/// Of `count` angles; the arrays have room for whole registers.
template <class Number, int count>
inline void sines(const Number* x, Number* s, Number* c) {
    constexpr int registers = (count * Table<Number>::numbers + width - 1) / width;
    for (int k = 0; k < registers; ++k) {
        Lanes a, sine, cosine;
        __builtin_memcpy(&a, reinterpret_cast<const char*>(x) + k * sizeof a, sizeof a);
        sineAndCosine(a, sine, cosine);
        __builtin_memcpy(reinterpret_cast<char*>(s) + k * sizeof a, &sine, sizeof a);
        __builtin_memcpy(reinterpret_cast<char*>(c) + k * sizeof a, &cosine, sizeof a);
    }
}

[[maybe_unused]] inline double root(double x) { return std::sqrt(x); }
[[maybe_unused]] inline double inverseOrZero(double x) { return x != 0.0 ? 1.0 / x : 0.0; }
#if defined(__AVX2__)
[[maybe_unused]] inline Lanes root(Lanes x) {
    for (int k = 0; k < width; ++k) x[k] = std::sqrt(x[k]);
    return x;
}
[[maybe_unused]] inline Lanes inverseOrZero(Lanes x) {
    for (int k = 0; k < width; ++k) x[k] = inverseOrZero(x[k]);
    return x;
}
#endif

)";

const char* const generatedSlopes = R"(template <int registers>
struct Slopes {
    double value;
    Directions slope[registers];
    Slopes& operator-=(const Slopes& b) {
        value -= b.value;
        for (int k = 0; k < registers; ++k) slope[k] -= b.slope[k];
        return *this;
    }
    Slopes& operator+=(const Slopes& b) {
        value += b.value;
        for (int k = 0; k < registers; ++k) slope[k] += b.slope[k];
        return *this;
    }
};
template <int registers>
inline Slopes<registers> operator*(const Slopes<registers>& a, const Slopes<registers>& b) {
    Slopes<registers> c;
    c.value = a.value * b.value;
    for (int k = 0; k < registers; ++k) c.slope[k] = a.value * b.slope[k] + b.value * a.slope[k];
    return c;
}
template <int registers>
inline Slopes<registers> operator*(double a, const Slopes<registers>& b) {
    Slopes<registers> c;
    c.value = a * b.value;
    for (int k = 0; k < registers; ++k) c.slope[k] = a * b.slope[k];
    return c;
}
template <int registers>
inline Slopes<registers> operator/(const Slopes<registers>& a, const Slopes<registers>& b) {
    Slopes<registers> c;
    c.value = a.value / b.value;
    for (int k = 0; k < registers; ++k)
        c.slope[k] = (1.0 / b.value) * (a.slope[k] - c.value * b.slope[k]);
    return c;
}
template <int registers>
inline Slopes<registers> root(const Slopes<registers>& a) {
    Slopes<registers> c;
    c.value = std::sqrt(a.value);
    for (int k = 0; k < registers; ++k) c.slope[k] = (0.5 / c.value) * a.slope[k];
    return c;
}
template <int registers>
inline double valueOf(const Slopes<registers>& x) {
    return x.value;
}

)";

/// The same steps in the same order as in core/math/solve.hpp, so that both choose the same pivots.
const char* const generatedLoopSolver = R"(inline double valueOf(double x) { return x; }
template <class Number>
inline Number unit() {
    return Number{1.0};
}

/// The first n entries of x become those of (L L^T)^-1 x.
template <class Number, int columns>
inline void solveBy(const Number* L, int n, Number* x) {
    for (int k = 0; k < n; ++k) {
        x[k] = x[k] / L[k * columns + k];
        for (int i = k + 1; i < n; ++i) x[i] -= L[i * columns + k] * x[k];
    }
    for (int k = n - 1; k >= 0; --k) {
        for (int i = k + 1; i < n; ++i) x[k] -= L[i * columns + k] * x[i];
        x[k] = x[k] / L[k * columns + k];
    }
}

/// Impulses of closed loops: A x = b for a semidefinite A of which at most `rank` rows are
/// independent, by Cholesky with complete pivoting of diag(scale) A diag(scale). Pivots below 1e-10
/// are left out: a singular pose. With rows left over, all are used in the sense of least squares
/// with weights. A is lost, b becomes x.
template <class Number, int rows, int rank>
struct Closed {
    static void solve(Number* A, Number* b, const double* scale, const double* weight) {
        int order[rows];
        Number x[rows];
        for (int i = 0; i < rows; ++i) {
            order[i] = i;
            for (int j = 0; j < rows; ++j)
                A[i * rows + j] = scale[j] * (scale[i] * A[i * rows + j]);
        }
        int n = 0;
        for (; n < rank; ++n) {
            int pivot = n;
            for (int i = n + 1; i < rows; ++i)
                if (valueOf(A[i * rows + i]) > valueOf(A[pivot * rows + pivot])) pivot = i;
            if (!(valueOf(A[pivot * rows + pivot]) > 1e-10)) break;
            exchange(A, order, n, pivot);
            eliminate(A, n);
        }
        for (int k = 0; k < rows; ++k) x[k] = scale[order[k]] * b[order[k]];
        if (rank == rows) {
            solveBy<Number, rows>(A, n, x);
            for (int k = n; k < rows; ++k) x[k] = Number{};
        } else {
            share(A, n, order, scale, weight, x);
        }
        for (int k = 0; k < rows; ++k) b[order[k]] = scale[order[k]] * x[k];
    }

private:
    static void exchange(Number* A, int* order, int k, int p) {
        if (k == p) return;
        for (int i = 0; i < rows; ++i) {
            const Number entry = A[k * rows + i];
            A[k * rows + i] = A[p * rows + i];
            A[p * rows + i] = entry;
        }
        for (int i = 0; i < rows; ++i) {
            const Number entry = A[i * rows + k];
            A[i * rows + k] = A[i * rows + p];
            A[i * rows + p] = entry;
        }
        const int row = order[k];
        order[k] = order[p];
        order[p] = row;
    }
    static void eliminate(Number* A, int k) {
        A[k * rows + k] = root(A[k * rows + k]);
        for (int i = k + 1; i < rows; ++i) {
            A[i * rows + k] = A[i * rows + k] / A[k * rows + k];
            A[k * rows + i] = A[i * rows + k];
        }
        for (int j = k + 1; j < rows; ++j)
            for (int i = k + 1; i < rows; ++i)
                A[i * rows + j] -= A[i * rows + k] * A[j * rows + k];
    }
    /// y = A_KK^-1 b_K', x = w T (T^T w T)^-1 y with b_K' = (T^T w T)^-1 T^T w b, where all rows
    /// are T times the n pivots K.
    static void share(const Number* A, int n, const int* order, const double* scale,
                      const double* weight, Number* x) {
        constexpr int most = rank > 0 ? rank : 1;
        Number T[rows * most], wT[rows * most], G[most * most], y[most];
        for (int i = 0; i < rows; ++i)
            for (int j = n - 1; j >= 0; --j) {
                if (i < n) {
                    T[i * most + j] = Number{};
                    continue;
                }
                T[i * most + j] = A[i * rows + j];
                for (int k = j + 1; k < n; ++k)
                    T[i * most + j] -= A[k * rows + j] * T[i * most + k];
                T[i * most + j] = T[i * most + j] / A[j * rows + j];
            }
        for (int i = 0; i < n; ++i) T[i * most + i] = unit<Number>();
        for (int i = 0; i < rows; ++i) {
            const double own = weight[order[i]] / (scale[order[i]] * scale[order[i]]);
            for (int j = 0; j < n; ++j) wT[i * most + j] = own * T[i * most + j];
        }
        for (int j = 0; j < n; ++j) {
            y[j] = Number{};
            for (int k = 0; k < rows; ++k) y[j] += wT[k * most + j] * x[k];
            for (int i = j; i < n; ++i) {
                G[i * most + j] = Number{};
                for (int k = 0; k < rows; ++k)
                    G[i * most + j] += T[k * most + i] * wT[k * most + j];
            }
        }
        for (int k = 0; k < n; ++k) {
            G[k * most + k] = root(G[k * most + k]);
            for (int i = k + 1; i < n; ++i) G[i * most + k] = G[i * most + k] / G[k * most + k];
            for (int j = k + 1; j < n; ++j)
                for (int i = j; i < n; ++i)
                    G[i * most + j] -= G[i * most + k] * G[j * most + k];
        }
        solveBy<Number, most>(G, n, y);
        solveBy<Number, rows>(A, n, y);
        solveBy<Number, most>(G, n, y);
        for (int i = 0; i < rows; ++i) {
            x[i] = Number{};
            for (int j = 0; j < n; ++j) x[i] += wT[i * most + j] * y[j];
        }
    }
};

#if defined(__AVX2__)
/// State by state: their pivots differ.
template <int rows, int rank>
struct Closed<Lanes, rows, rank> {
    static void solve(Lanes* A, Lanes* b, const double* scale, const double* weight) {
        for (int lane = 0; lane < width; ++lane) {
            double own[rows * rows], x[rows];
            for (int i = 0; i < rows * rows; ++i) own[i] = A[i][lane];
            for (int i = 0; i < rows; ++i) x[i] = b[i][lane];
            Closed<double, rows, rank>::solve(own, x, scale, weight);
            for (int i = 0; i < rows; ++i) b[i][lane] = x[i];
        }
    }
};
#endif

)";

}  // namespace momentree
