"""Boosted trees over rows of numbers; its Python side is forest_py.py."""

from array import array
from itertools import accumulate

from libc.math cimport exp
from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memset

from .buffers cimport enlarge
from .buffers cimport object as column

from .columns import ZERO

cdef enum:
    WORDS = 4
    IN_WORD = 64  # rows
    TOGETHER = 256  # rows that go down the trees together: 64 for each word
    IN_STEP = 4  # changes of a digit that are looked at together
    SMALL = 1024  # smaller numbers have their code in a table
    BITS = 8  # of a leaf
    MOST = 0xFFFF  # of thresholds, and of splits and leaves of a tree
    PLANES = 31  # of a sum

cdef struct Split:
    uint16_t threshold  # its place among the thresholds of all features
    uint16_t left  # the place of a split of this tree; the leaves follow the splits
    uint16_t right

cdef class Forest:
    """Trees as flat arrays.  Threads may share it: while it works, no other gets the interpreter.

    A set of rows has a bit for each row, in as few words as will do.  The leaves are added up digit by
    digit: for each binary digit there is a plane, the set of rows whose sum has it.  A leaf has a digit that
    changes an odd number of times on the way down to it, so one set does for all leaves below a change.
    Nothing depends on where the rows go, which no processor foresees.
    """

    cdef int features, trees
    cdef int* thresholds
    cdef int* first_threshold  # per feature, and one more
    cdef unsigned char* feature_of  # per threshold
    cdef unsigned char* codes  # per feature and number below SMALL
    cdef Split* splits
    cdef int* first_split  # per tree, and one more
    cdef uint16_t* changes  # per tree and digit: the splits and leaves at which it changes
    cdef int* first_change  # per tree and digit, and one more
    cdef int* least  # per tree: its least leaf
    cdef unsigned char* leaves  # of all trees; a tree has one more than splits
    cdef int planes
    cdef int empty  # the place of the set of no rows: lists of changes are filled up with it, to IN_STEP
    cdef uint64_t* goes_left  # per threshold: a set of rows
    cdef uint64_t* rows  # per split and leaf of a tree: a set of rows

    def __init__(self, list thresholds, list trees):
        """Raises ValueError or IndexError for impossible trees: nothing is checked later."""
        cdef int feature, value
        self.features, self.trees = len(thresholds), len(trees)
        self.take_thresholds(thresholds)
        self.take_trees(trees)
        enlarge(<void**> &self.codes, self.features * SMALL + 1)
        for feature in range(self.features):
            for value in range(SMALL):
                self.codes[feature * SMALL + value] = self.bisected(feature, value)

    cdef int take_thresholds(self, list thresholds) except -1:
        cdef int feature, place
        if max(map(len, [thresholds, *thresholds])) > 255 or any(sorted(one) != one for one in thresholds):
            raise ValueError("the features are at most 255, and so are the thresholds of one, which rise")
        copy(&self.first_threshold, list(accumulate(map(len, thresholds), initial=0)))
        copy(&self.thresholds, [value for of_one in thresholds for value in of_one])
        enlarge(<void**> &self.feature_of, self.first_threshold[self.features] + 1)
        for feature in range(self.features):
            for place in range(self.first_threshold[feature], self.first_threshold[feature + 1]):
                self.feature_of[place] = feature
        enlarge(
            <void**> &self.goes_left, (self.first_threshold[self.features] + 1) * WORDS * sizeof(uint64_t)
        )
        return 0

    cdef int take_trees(self, list trees) except -1:
        cdef int tree, low, leaf, greatest = 0
        self.empty = max([len(one[0]) + len(one[1]) for one in trees], default=0)
        if self.empty > MOST or self.first_threshold[self.features] > MOST:
            raise ValueError("too large trees, or too many thresholds")
        copy(&self.first_split, list(accumulate([len(one[0]) for one in trees], initial=0)))
        cdef int leaves = sum([len(one[1]) for one in trees])
        enlarge(<void**> &self.splits, (self.first_split[self.trees] + 1) * sizeof(Split))
        enlarge(<void**> &self.changes, ((leaves + IN_STEP * self.trees) * BITS + 1) * sizeof(uint16_t))
        enlarge(<void**> &self.first_change, (self.trees * BITS + 1) * sizeof(int))
        enlarge(<void**> &self.least, (self.trees + 1) * sizeof(int))
        enlarge(<void**> &self.leaves, leaves + 1)
        self.first_change[0] = 0
        for tree in range(self.trees):
            splits, leaves_of = trees[tree]
            if not leaves_of or min(leaves_of) < 0 or max(leaves_of) >= 1 << BITS:
                raise ValueError("a tree has leaves, and each is a byte")
            low = min(leaves_of)
            self.least[tree] = low
            greatest += <int> max(leaves_of) - low
            self.take_splits(tree, splits, len(leaves_of))
            for leaf in range(len(leaves_of)):
                self.leaves[self.first_split[tree] + tree + leaf] = leaves_of[leaf]
            self.take_leaves(tree, leaves_of, low)
        enlarge(<void**> &self.rows, (self.empty + 1) * WORDS * sizeof(uint64_t))
        self.planes = (<object> greatest).bit_length()
        if self.planes > PLANES:
            raise ValueError("too many trees")
        return 0

    cdef int take_splits(self, int tree, list splits, int leaves) except -1:
        cdef Split* split = self.splits + self.first_split[tree]
        cdef int place, feature, number, left, right, count = <int> len(splits)
        seen = bytearray(count + leaves)
        cdef unsigned char* above = seen  # how many splits are right above each split and leaf
        for place in range(count):
            feature, number, left, right = splits[place]
            if not 0 <= feature < self.features or not (
                0 <= number < self.first_threshold[feature + 1] - self.first_threshold[feature]
            ):
                raise IndexError("a split has a feature or a threshold that is not there")
            if not (
                (place < left < count or 0 <= ~left < leaves)
                and (place < right < count or 0 <= ~right < leaves)
            ):
                raise IndexError("a split has a child that is not there")
            split.threshold = self.first_threshold[feature] + number
            split.left = left if left >= 0 else count + ~left
            split.right = right if right >= 0 else count + ~right
            above[split.left] += 1
            above[split.right] += 1
            split += 1
        if leaves != count + 1 or seen.count(1) != count + leaves - 1:
            raise ValueError("a split or a leaf is not below one split")
        return 0

    cdef int take_leaves(self, int tree, list leaves, int low) except -1:
        """Note how much each leaf of a tree is above its least, and where each binary digit of that changes.

        It is 0 above the root.  From below: a split may have the values that both its children may have; if
        there are none, either.  From above: a child takes the value of its split if it may.  So the digit
        changes as seldom as possible (W. Fitch: "Toward defining the course of evolution", 1971).
        """
        cdef const Split* split = self.splits + self.first_split[tree]
        cdef int* first = self.first_change + tree * BITS
        cdef int n, s, side, digit, splits = self.first_split[tree + 1] - self.first_split[tree]
        cdef int count = splits + <int> len(leaves)
        cdef unsigned char both_zero, both_one
        room = bytearray(4 * count)
        cdef unsigned char* zero = room  # per split and leaf: the digits that may be 0
        cdef unsigned char* one = zero + count  # and those that may be 1
        cdef unsigned char* digits = one + count
        cdef unsigned char* changed = digits + count
        for n in range(count - splits):
            one[splits + n] = <int> leaves[n] - low
            zero[splits + n] = ~one[splits + n]
        for s in reversed(range(splits)):
            both_zero = zero[split[s].left] & zero[split[s].right]
            both_one = one[split[s].left] & one[split[s].right]
            zero[s], one[s] = both_zero | ~both_one, both_one | ~both_zero
        digits[0] = changed[0] = ~zero[0]
        for s in range(splits):
            for side in range(2):
                n = split[s].right if side else split[s].left
                digits[n] = (digits[s] & one[n]) | ~zero[n]
                changed[n] = digits[n] ^ digits[s]
        for digit in range(BITS):
            first[digit + 1] = first[digit]
            for n in range(count):
                if changed[n] >> digit & 1:
                    self.changes[first[digit + 1]] = n
                    first[digit + 1] += 1
            while first[digit + 1] % IN_STEP:
                self.changes[first[digit + 1]] = self.empty
                first[digit + 1] += 1
        return 0

    def __dealloc__(self):
        free(self.thresholds)
        free(self.first_threshold)
        free(self.feature_of)
        free(self.codes)
        free(self.splits)
        free(self.first_split)
        free(self.changes)
        free(self.first_change)
        free(self.least)
        free(self.leaves)
        free(self.goes_left)
        free(self.rows)

    cdef unsigned char bisected(self, int feature, int value) noexcept:
        """Find what ``code_of`` returns."""
        cdef const int* thresholds = self.thresholds + self.first_threshold[feature]
        cdef int low = 0, high = self.first_threshold[feature + 1] - self.first_threshold[feature], middle
        while low < high:
            middle = (low + high) // 2
            if thresholds[middle] < value:
                low = middle + 1
            else:
                high = middle
        return <unsigned char> low

    def leaf_sums(self, column[int] numbers, list beyond=None):
        """Return what ``forest_py.Forest.leaf_sums`` returns."""
        cdef int n = 0, start, tree, stop
        cdef list stops = [self.trees] if beyond is None else beyond
        if self.features:
            n = <int> (len(numbers) // self.features)
        if len(numbers) != n * <Py_ssize_t> self.features:
            raise ValueError("the columns are not of one length")
        cdef column[int] sums = ZERO * (n * len(stops))
        if n == 0:
            return sums
        cdef int* sum_of
        cdef const int* columns = &numbers[0]
        cdef int* first = &sums[0]
        if n == 1:
            self.walk(columns, first, stops)
            return sums
        for start in range(0, n, TOGETHER):
            self.sort_some(columns, n, start)
            tree, sum_of = 0, first + start
            for stop in stops:
                if not tree <= stop <= self.trees:
                    raise IndexError("there are no such trees")
                self.add_some(sum_of, min(n - start, <int> TOGETHER), tree, stop)
                tree, sum_of = stop, sum_of + n
        return sums

    cdef int walk(self, const int* row, int* sum_of, list stops) except -1:
        """Let one row go down the trees, and add up the leaves it comes to."""
        cdef int[256] code  # per feature: the first threshold at which the row goes left
        cdef const Split* splits
        cdef int feature, node, count, tree = 0, stop
        for feature in range(self.features):
            code[feature] = self.first_threshold[feature] + self.code_of(feature, row[feature])
        for stop in stops:
            if not tree <= stop <= self.trees:
                raise IndexError("there are no such trees")
            while tree < stop:
                splits, node = self.splits + self.first_split[tree], 0
                count = self.first_split[tree + 1] - self.first_split[tree]
                while node < count:
                    if splits[node].threshold >= code[self.feature_of[splits[node].threshold]]:
                        node = splits[node].left
                    else:
                        node = splits[node].right
                sum_of[0] += self.leaves[self.first_split[tree] + tree + node - count]
                tree += 1
            sum_of += 1
        return 0

    cdef void sort_some(self, const int* numbers, int n, int start) noexcept:
        """Sort TOGETHER rows of ``n`` in; each case is compiled for its number of words."""
        cdef int count = min(n - start, <int> TOGETHER)
        if count <= IN_WORD:
            self.sort_in(numbers, n, start, 1)
        elif count <= 2 * IN_WORD:
            self.sort_in(numbers, n, start, 2)
        else:
            self.sort_in(numbers, n, start, WORDS)

    cdef void add_some(self, int* sums, int count, int tree, int beyond) noexcept:
        """Write the sums of some rows over some trees."""
        if count <= IN_WORD:
            self.add_up(sums, count, 1, tree, beyond)
        elif count <= 2 * IN_WORD:
            self.add_up(sums, count, 2, tree, beyond)
        else:
            self.add_up(sums, count, WORDS, tree, beyond)

    def probabilities(self, numbers, int bias, double step):
        """Return what ``forest_py.Forest.probabilities`` returns."""
        cdef column[int] sums = self.leaf_sums(numbers)
        cdef Py_ssize_t row, n = len(sums)
        cdef column[double] p = array("d", bytes(n * sizeof(double)))
        for row in range(n):
            p[row] = 1 / (1 + exp((bias - sums[row]) * step))
        return p

    cdef inline void sort_in(self, const int* numbers, int n, int start, int words) noexcept:
        """Find for each threshold the rows that go left, of as many as the words hold from ``start`` on."""
        cdef int feature, row, place, w, _, count = min(n - start, words * <int> IN_WORD)
        cdef size_t size
        cdef uint64_t* passing = self.goes_left
        cdef const uint64_t* with_code
        cdef const int* of_feature
        cdef uint64_t[256 * WORDS] with_codes
        cdef uint64_t[WORDS] so_far
        for feature in range(self.features):
            size = self.first_threshold[feature + 1] - self.first_threshold[feature] + 1
            memset(with_codes, 0, size * words * sizeof(uint64_t))
            of_feature = numbers + <Py_ssize_t> feature * n + start
            if memcmp(of_feature, of_feature + 1, (count - 1) * sizeof(int)) == 0:  # the same for all rows
                place = self.code_of(feature, of_feature[0]) * words
                memset(with_codes + place, 0xFF, words * sizeof(uint64_t))
            else:
                for row in range(count):
                    place = self.code_of(feature, of_feature[row]) * words
                    with_codes[place + (row >> 6)] |= <uint64_t> 1 << (row & 63)
            memset(so_far, 0, sizeof(so_far))
            with_code = with_codes
            for _ in range(self.first_threshold[feature], self.first_threshold[feature + 1]):
                for w in range(words):
                    so_far[w] |= with_code[w]
                    passing[w] = so_far[w]
                passing += words
                with_code += words

    cdef inline unsigned char code_of(self, int feature, int number) noexcept:
        """Return how many thresholds of a feature are below a number."""
        return self.codes[feature * SMALL + number] if 0 <= number < SMALL else self.bisected(feature, number)

    cdef inline void add_up(self, int* sums, int count, int words, int first, int beyond) noexcept:
        """Let the rows go down some trees, and add up the leaves they come to."""
        cdef uint64_t[PLANES * WORDS] planes
        cdef uint64_t[BITS * WORDS] with_digit
        cdef uint64_t[WORDS] carry
        cdef uint64_t a, b, c
        cdef uint64_t* plane
        cdef int tree, w, digit, row, value, _, least = 0, digits = min(self.planes, <int> BITS)
        memset(planes, 0, sizeof(planes))
        memset(self.rows + <size_t> self.empty * words, 0, words * sizeof(uint64_t))
        for tree in range(first, beyond):
            least += self.least[tree]
            self.go_down(tree, words)
            self.read_digits(with_digit, tree, digits, words)
            for w in range(words):
                carry[w] = 0
            plane = planes
            for digit in range(digits):
                for w in range(words):
                    a, b, c = plane[w], with_digit[digit * words + w], carry[w]
                    plane[w] = a ^ b ^ c
                    carry[w] = (a & b) | (c & (a ^ b))
                plane += words
            for _ in range(digits, self.planes):
                for w in range(words):
                    a = plane[w]
                    plane[w] = a ^ carry[w]
                    carry[w] &= a
                plane += words
        for row in range(count):
            value = least
            for digit in range(self.planes):
                value += <int> (planes[digit * words + (row >> 6)] >> (row & 63) & 1) << digit
            sums[row] = value

    cdef inline void read_digits(self, uint64_t* with_digit, int tree, int digits, int words) noexcept:
        """Find for each digit the rows whose leaf has it: it changes an odd number of times on their way."""
        cdef const uint64_t* rows = self.rows
        cdef const uint16_t* change
        cdef const uint64_t* one
        cdef const uint64_t* two
        cdef const uint64_t* three
        cdef const uint64_t* four
        cdef uint64_t[WORDS] odd
        cdef const int* first = self.first_change + tree * BITS
        cdef int digit, w
        for digit in range(digits):
            for w in range(words):
                odd[w] = 0
            change = self.changes + first[digit]
            while change < self.changes + first[digit + 1]:
                one, two = rows + <size_t> change[0] * words, rows + <size_t> change[1] * words
                three, four = rows + <size_t> change[2] * words, rows + <size_t> change[3] * words
                for w in range(words):
                    odd[w] ^= one[w] ^ two[w] ^ three[w] ^ four[w]
                change += IN_STEP
            for w in range(words):
                with_digit[w] = odd[w]
            with_digit += words

    cdef inline void go_down(self, int tree, int words) noexcept:
        """Find which rows come to each split and leaf of a tree."""
        cdef uint64_t* rows = self.rows
        cdef uint64_t* to_left
        cdef uint64_t* to_right
        cdef const uint64_t* goes_left
        cdef const uint64_t* here = rows
        cdef uint64_t[WORDS] left, right
        cdef const Split* split
        cdef int s, w
        memset(rows, 0xFF, words * sizeof(uint64_t))
        for s in range(self.first_split[tree], self.first_split[tree + 1]):
            split = &self.splits[s]
            goes_left = self.goes_left + <size_t> split.threshold * words
            to_left, to_right = rows + <size_t> split.left * words, rows + <size_t> split.right * words
            for w in range(words):  # into locals, so that the compiler sees that they are apart
                left[w] = here[w] & goes_left[w]
                right[w] = here[w] ^ left[w]
            for w in range(words):
                to_left[w] = left[w]
            for w in range(words):
                to_right[w] = right[w]
            here += words

cdef int copy(int** target, list numbers) except -1:
    cdef Py_ssize_t i
    enlarge(<void**> target, (len(numbers) + 1) * sizeof(int))
    for i in range(len(numbers)):
        target[0][i] = numbers[i]
    return 0
