# What `auto` does for every page, compiled: describe.py, trees.py, and the choice.  A part of _compiled.pyx.

cimport cython
from libc.stdint cimport uint64_t
from libc.math cimport exp
from libc.stdlib cimport calloc, malloc, qsort


cdef class _Columns:
    """Columns of numbers, held as long as they are read or written."""

    cdef Py_buffer* views
    cdef int size, held

    def __cinit__(self, int size):
        self.views = <Py_buffer*> calloc(size, sizeof(Py_buffer))
        if self.views == NULL:
            raise MemoryError()
        self.size = size

    def __dealloc__(self):
        cdef int i
        for i in range(self.held):
            PyBuffer_Release(&self.views[i])
        free(self.views)

    cdef int* view(self, column, Py_ssize_t length) except NULL:
        """Return the numbers of an ``array("i")`` of this length, none of which is read beyond it."""
        return <int*> self.hold(column, length * <Py_ssize_t> sizeof(int))

    cdef void* hold(self, column, Py_ssize_t size) except NULL:
        """Return the memory of a column of so many bytes."""
        cdef Py_buffer* view = &self.views[self.held]
        if self.held == self.size:
            raise IndexError("more columns than there is room for")
        PyObject_GetBuffer(column, view, PyBUF_SIMPLE)
        self.held += 1
        if view.len != size:
            raise ValueError("the columns are not of one length")
        return view.buf if size else <void*> view


# --- trees.py -------------------------------------------------------------------------------

cdef enum:
    WORDS = 4
    TOGETHER = 256  # rows that go down the trees together: 64 for each word
    SMALL = 1024  # smaller numbers have their code in a table
    BITS = 8  # of a leaf
    PLANES = 31  # of a sum


cdef struct Rows:
    uint64_t[WORDS] word  # a bit for each row


cdef struct Split:
    int threshold  # its place among those of all features
    int left  # the place of a split of this tree; the leaves follow the splits
    int right


cdef class Forest:
    """Trees as flat arrays.

    A set of rows has a bit for each row.  The leaves are added up digit by digit: for each
    binary digit there is a plane, the set of rows whose sum has it.
    """

    cdef int features, trees
    cdef int* thresholds
    cdef int* first_threshold  # per feature, and one more
    cdef unsigned char* codes  # per feature and number below SMALL
    cdef Split* splits
    cdef int* first_split  # per tree, and one more
    cdef int* with_digit  # per tree and digit: the leaves that have it, once the least of the tree is taken off
    cdef int* first_with_digit  # per tree and digit, and one more
    cdef int least  # the sum of the least leaves
    cdef int planes
    cdef Rows* goes_left  # per threshold
    cdef Rows* rows  # per split and leaf of a tree

    @cython.boundscheck(True)
    @cython.wraparound(True)
    def __init__(self, list thresholds, list trees):
        cdef int feature, value, number, digit, tree, nodes, most_nodes = 0
        cdef long long greatest = 0
        flat_thresholds = [value for of_one in thresholds for value in of_one]
        firsts = [0]
        for of_one in thresholds:
            if len(of_one) > 255 or sorted(of_one) != of_one:
                raise ValueError("the thresholds of a feature are at most 255, and rise")
            firsts.append(firsts[-1] + len(of_one))
        self.features, self.trees = <int> len(thresholds), <int> len(trees)
        flat_splits, first_split, with_digit, first_with_digit = [], [0], [], [0]
        for splits, leaves in trees:
            nodes = <int> len(splits) + <int> len(leaves)
            most_nodes = max(most_nodes, nodes)
            for place, (feature, number, left, right) in enumerate(splits):
                if not (0 <= feature < len(thresholds) and 0 <= number < len(thresholds[feature])):
                    raise IndexError("a split has a feature or a threshold that is not there")
                flat_splits.append(firsts[feature] + number)
                if left == right:
                    raise ValueError("a split has one child")
                for child in (left, right):
                    if not (place < child < len(splits) or 0 <= ~child < len(leaves)):
                        raise IndexError("a split has a child that is not there")
                    flat_splits.append(child if child >= 0 else len(splits) + ~child)
            first_split.append(first_split[-1] + len(splits))
            self.least += <int> min(leaves)
            greatest += max(leaves) - min(leaves)
            if max(leaves) - min(leaves) >= 1 << BITS:
                raise ValueError("a leaf is more than a byte")
            for digit in range(BITS):
                for number, value in enumerate(leaves):
                    if (value - min(leaves)) >> digit & 1:
                        with_digit.append(len(splits) + number)
                first_with_digit.append(len(with_digit))
        self.planes = <int> greatest.bit_length()
        if self.planes > PLANES:
            raise ValueError("too many trees")
        copy(&self.thresholds, flat_thresholds)
        copy(&self.first_threshold, firsts)
        copy(<int**> &self.splits, flat_splits)
        copy(&self.first_split, first_split)
        copy(&self.with_digit, with_digit)
        copy(&self.first_with_digit, first_with_digit)
        enlarge(<void**> &self.codes, self.features * SMALL + 1)
        enlarge(<void**> &self.goes_left, (len(flat_thresholds) + 1) * sizeof(Rows))
        enlarge(<void**> &self.rows, (most_nodes + 1) * sizeof(Rows))
        for feature in range(self.features):
            for value in range(SMALL):
                self.codes[feature * SMALL + value] = self.bisected(feature, value)

    def __dealloc__(self):
        free(self.thresholds)
        free(self.first_threshold)
        free(self.codes)
        free(self.splits)
        free(self.first_split)
        free(self.with_digit)
        free(self.first_with_digit)
        free(self.goes_left)
        free(self.rows)

    cdef unsigned char bisected(self, int feature, int value) noexcept:
        """Return how many thresholds of a feature are below a number."""
        cdef const int* thresholds = self.thresholds + self.first_threshold[feature]
        cdef int low = 0, high = self.first_threshold[feature + 1] - self.first_threshold[feature], middle
        while low < high:
            middle = (low + high) // 2
            if thresholds[middle] < value:
                low = middle + 1
            else:
                high = middle
        return <unsigned char> low

    def leaf_sums(self, columns):
        """What ``Trees.leaf_sums`` returns."""
        cdef int* sums = NULL
        cdef int row
        try:
            return [sums[row] for row in range(self.sum_up(columns, &sums))]
        finally:
            free(sums)

    def probabilities(self, columns, int bias, double step):
        """What ``Trees.probabilities`` returns."""
        cdef int* sums = NULL
        cdef int row
        try:
            return [1 / (1 + exp((bias - sums[row]) * step)) for row in range(self.sum_up(columns, &sums))]
        finally:
            free(sums)

    cdef int sum_up(self, columns, int** sums) except -1:
        """Write the sum for each row; return how many rows there are."""
        cdef _Columns held = _Columns(self.features)
        cdef int** numbers = NULL
        cdef int feature, n, start = 0
        if len(columns) != self.features:
            raise ValueError("there are not as many columns as features")
        if not self.features:
            return 0
        n = <int> len(columns[0])
        enlarge(<void**> sums, (n + TOGETHER) * sizeof(int))
        enlarge(<void**> &numbers, self.features * sizeof(int*))
        try:
            for feature, column in enumerate(columns):
                numbers[feature] = held.view(column if type(column) is array else array("i", column), n)
            while start < n:
                self.sort_in(numbers, start, min(n - start, <int> TOGETHER))
                self.add_up(sums[0] + start)
                start += TOGETHER
        finally:
            free(numbers)
        return n

    cdef void sort_in(self, int** numbers, int start, int count) noexcept:
        """Find for each threshold the rows that go left."""
        cdef int feature, row, place, w, number, code
        cdef Rows* passing
        cdef Rows[256] with_code
        cdef Rows so_far
        for feature in range(self.features):
            memset(with_code, 0, sizeof(with_code))
            for row in range(count):
                number = numbers[feature][start + row]
                if 0 <= number < SMALL:
                    code = self.codes[feature * SMALL + number]
                else:
                    code = self.bisected(feature, number)
                with_code[code].word[row >> 6] |= <uint64_t> 1 << (row & 63)
            memset(&so_far, 0, sizeof(so_far))
            code = 0
            for place in range(self.first_threshold[feature], self.first_threshold[feature + 1]):
                passing = &self.goes_left[place]
                for w in range(WORDS):
                    so_far.word[w] |= with_code[code].word[w]
                    passing.word[w] = so_far.word[w]
                code += 1

    cdef void add_up(self, int* sums) noexcept:
        """Let the rows go down each tree, and add up the leaves they come to."""
        cdef Rows[PLANES] plane
        cdef Rows with_digit, carry
        cdef Rows* rows = self.rows
        cdef Rows* goes_left
        cdef Rows* here
        cdef Rows left, right
        cdef const Split* split
        cdef const int* first_with_digit = self.first_with_digit
        cdef int tree, s, w, digit, place, row, value
        cdef uint64_t a, b, c
        memset(plane, 0, sizeof(plane))
        memset(&rows[0], 0xFF, sizeof(Rows))
        for tree in range(self.trees):
            here = rows
            for s in range(self.first_split[tree], self.first_split[tree + 1]):
                split = &self.splits[s]
                goes_left = &self.goes_left[split.threshold]
                for w in range(WORDS):  # into locals, so that the compiler sees that they are apart
                    left.word[w] = here.word[w] & goes_left.word[w]
                    right.word[w] = here.word[w] ^ left.word[w]
                rows[split.left], rows[split.right] = left, right
                here += 1
            memset(&carry, 0, sizeof(Rows))
            for digit in range(self.planes):
                memset(&with_digit, 0, sizeof(Rows))
                if digit < BITS:
                    for place in range(first_with_digit[digit], first_with_digit[digit + 1]):
                        here = &rows[self.with_digit[place]]
                        for w in range(WORDS):
                            with_digit.word[w] |= here.word[w]
                for w in range(WORDS):
                    a, b, c = plane[digit].word[w], with_digit.word[w], carry.word[w]
                    plane[digit].word[w] = a ^ b ^ c
                    carry.word[w] = (a & b) | (c & (a ^ b))
            first_with_digit += BITS
        for row in range(TOGETHER):
            value = self.least
            for digit in range(self.planes):
                value += <int> (plane[digit].word[row >> 6] >> (row & 63) & 1) << digit
            sums[row] = value


cdef int copy(int** target, list numbers) except -1:
    cdef Py_ssize_t i
    enlarge(<void**> target, (len(numbers) + 1) * sizeof(int))
    for i in range(len(numbers)):
        target[0][i] = numbers[i]
    return 0


# --- describe.py ----------------------------------------------------------------------------

cdef enum:
    FEATURES = 54
    HINTS = 8
    FAR = 15
    PROSE_CHARS = 60
    RUN_GAP = 3
    NEAR = 8
    A_FOOTER = 1
    A_MAIN = 2


cdef struct Subtree:  # what is asked of an element
    int rate
    int text_share
    int link_density
    int links
    int controls
    int images
    int share
    int chars


cdef struct Known:
    int holds  # paragraphs
    int larger
    int level1
    int level2
    int block
    int section
    int holder
    int look
    int place  # of those with the same parent and look
    int most_alike
    int group
    int subtree  # the place of its Subtree, and 1; 0 while it was not asked for
    int nested_chars
    int nested_link_chars
    int nested_sentences
    int prose_below  # text of prose whose block-level element is a child
    long long doubled
    int run_open_until
    int run
    unsigned char kind
    unsigned char inside
    unsigned char[8] hints  # steps up to each


cdef struct Numbers:  # from keys to 0, 1, 2 ..., in the order they came
    long long* keys
    int* numbers  # and 1; 0 where there is no key
    size_t slots  # 0, or 2 to the power of the bits
    int bits
    int size


cdef inline size_t slot_of(const Numbers* table, long long key) noexcept nogil:
    """Return where a key is, or would be."""
    # Of a product the high bits have something of all bits of the key.
    cdef size_t slot = <size_t> ((<uint64_t> key * <uint64_t> 0x9E3779B97F4A7C15) >> (64 - table.bits))
    while table.numbers[slot] and table.keys[slot] != key:
        slot = (slot + 1) & (table.slots - 1)
    return slot


cdef int more_room(Numbers* table) except -1:
    """Double the table: most pages have few keys, however many elements."""
    cdef Numbers larger
    cdef size_t old, slot
    larger.size, larger.bits = table.size, table.bits + 1 if table.bits else 8
    larger.slots = <size_t> 1 << larger.bits
    larger.keys = <long long*> malloc(larger.slots * sizeof(long long))
    larger.numbers = <int*> calloc(larger.slots, sizeof(int))
    if larger.keys == NULL or larger.numbers == NULL:
        free(larger.keys)
        free(larger.numbers)
        raise MemoryError()
    for old in range(table.slots):
        if table.numbers[old]:
            slot = slot_of(&larger, table.keys[old])
            larger.keys[slot], larger.numbers[slot] = table.keys[old], table.numbers[old]
    free(table.keys)
    free(table.numbers)
    table[0] = larger
    return 0


cdef int number_of(Numbers* table, long long key) except -1:
    """Return the number of a key, a new one if it is new."""
    cdef size_t slot
    if 2 * <size_t> table.size >= table.slots:
        more_room(table)
    slot = slot_of(table, key)
    if not table.numbers[slot]:
        table.keys[slot] = key
        table.size += 1
        table.numbers[slot] = table.size
    return table.numbers[slot] - 1


cdef struct Cached:
    void* string  # which a column of the page holds
    int number


cdef class _Strings:
    """Numbers for strings; the same string object again, as most are, costs no look-up."""

    cdef dict numbers
    cdef Cached[CACHE] cache

    def __cinit__(self):
        self.numbers = {}

    cdef int number_of(self, string) except -1:
        cdef Cached* cached = &self.cache[(<size_t> <void*> string >> 4) % CACHE]
        if cached.string != <void*> string:
            number = self.numbers.get(string)
            if number is None:
                number = self.numbers[string] = len(self.numbers)
            cached.string = <void*> string
            cached.number = number
        return cached.number


cdef const unsigned char* bytes_of(bytes table) except NULL:
    if len(table) != 256:
        raise ValueError("a table has 256 bytes")
    return <const unsigned char*> <const char*> table


cdef inline unsigned char one_step_from(unsigned char steps, bint is_here) noexcept:
    return 0 if is_here else steps + 1 if steps < FAR else FAR


cdef struct Hint:
    const char* letters
    Py_ssize_t size
    int bit


cdef class _Hints:
    """What ``hints_in`` looks for, by the first letter."""

    cdef dict hints  # holds the letters
    cdef object hints_in
    cdef Hint* words
    cdef int[129] first_word  # per letter, and one more
    cdef unsigned char[128][128] begins  # whether a word begins with two letters

    def __init__(self, dict hints, hints_in):
        cdef int letter, bit, count = 0
        self.hints, self.hints_in = hints, hints_in
        enlarge(<void**> &self.words, sum(map(len, hints.values())) * sizeof(Hint) + 1)
        for letter in range(128):
            self.first_word[letter] = count
            for bit, words in enumerate(hints.values()):
                for word in words:
                    if len(word) < 2 or not word.isascii():
                        raise ValueError("a hint is two letters of ASCII or more")
                    if word.startswith(chr(letter)):
                        self.begins[letter][<int> ord(word[1])] = True
                        self.words[count].letters = PyUnicode_AsUTF8AndSize(word, &self.words[count].size)
                        self.words[count].bit = 1 << bit
                        count += 1
        self.first_word[128] = count

    def __dealloc__(self):
        free(self.words)

    cdef int within(self, name) except -1:
        cdef Py_ssize_t size, i
        cdef const unsigned char* s = <const unsigned char*> PyUnicode_AsUTF8AndSize(name, &size)
        cdef const unsigned char* beyond = s + size
        cdef unsigned char letter = 0, next_letter
        cdef const Hint* word
        cdef int found = 0, w
        while s < beyond:
            if s[0] >= 0x80:  # what lower case is, is for Python to say
                return <int> self.hints_in(name)
            next_letter = lower(s[0])
            if self.begins[letter][next_letter]:
                for w in range(self.first_word[letter], self.first_word[letter + 1]):
                    word = &self.words[w]
                    if word.size <= beyond - s + 1:
                        i = 1
                        while i < word.size and lower(s[i - 1]) == <unsigned char> word.letters[i]:
                            i += 1
                        if i == word.size:
                            found |= word.bit
            letter = next_letter
            s += 1
        return found


cdef inline unsigned char lower(unsigned char letter) noexcept nogil:
    return letter | 0x20 if c'A' <= letter <= c'Z' else letter


cdef _Hints looked_for = None


cdef int count_sentences(const unsigned char* s, const unsigned char* beyond) noexcept nogil:
    """Count the sentence ends of a text: the matches of ``SENTENCE_END``."""
    cdef int count = 0
    cdef unsigned char kind
    while s < beyond:
        kind = ENDS[s[0]]
        s += 1
        if kind == 0:
            continue
        if kind == 1:
            count += s == beyond or AFTER_END[s[0]] == 1 or (AFTER_END[s[0]] == 2 and closes(s))
        else:
            count += ends_a_sentence(s - 1)
    return count


cdef inline bint ends_a_sentence(const unsigned char* s) noexcept nogil:
    """Say whether a character of more than one byte ends nothing but sentences."""
    if s[0] == 0xD8:
        return s[1] == 0x9F  # ؟
    if s[0] == 0xE3:
        return s[1] == 0x80 and s[2] == 0x82  # 。
    if s[0] == 0xEF:
        return (s[1] == 0xBC and (s[2] == 0x81 or s[2] == 0x9F)) or (s[1] == 0xBD and s[2] == 0xA1)  # ！ ？ ｡
    if s[0] == 0xE0:
        return s[1] == 0xA5 and (s[2] == 0xA4 or s[2] == 0xA5)  # । ॥
    if s[0] == 0xE1:  # ။ ። ។
        return (
            (s[1] == 0x81 and s[2] == 0x8B) or (s[1] == 0x8D and s[2] == 0xA2) or (s[1] == 0x9F and s[2] == 0x94)
        )
    return (s[0] == 0xDB and s[1] == 0x94) or (s[0] == 0xD6 and s[1] == 0x89)  # ۔ ։


cdef bint closes(const unsigned char* s) noexcept nogil:
    """Say whether a character of more than one byte may follow the end of a sentence."""
    if s[0] == 0xE2 and s[1] == 0x80 and (s[2] == 0x99 or s[2] == 0x9D):  # ’ ”
        return True
    return SPACES[s[0]] == 2 and is_space(s)


cdef unsigned char ENDS[256]  # of a byte: 1 ends a sentence if AFTER_END follows, 2 must be looked at
cdef unsigned char AFTER_END[256]
for _byte in range(256):
    ENDS[_byte] = 1 if _byte in b".!?" else 2 if _byte in b"\xd6\xd8\xdb\xe0\xe1\xe3\xef" else 0
    AFTER_END[_byte] = 1 if _byte in b"\"')\0" or SPACES[_byte] == 1 else SPACES[_byte]


cdef class _Description:
    """The columns of a page, and what is made of them."""

    cdef _Columns held
    cdef _Hints hints
    cdef dict section_of_role
    cdef list tags, classes, ids, roles
    cdef Texts text
    cdef bytes codes, gaps
    cdef tuple tables
    cdef const unsigned char* code
    cdef const unsigned char* is_block
    cdef const unsigned char* is_container
    cdef const unsigned char* is_control
    cdef const unsigned char* is_image
    cdef const unsigned char* is_link
    cdef const unsigned char* section_of_code
    cdef const unsigned char* heading_level
    cdef const int* parent
    cdef const int* end
    cdef const int* first
    cdef const int* stop
    cdef const int* owner
    cdef const int* before
    cdef const int* link_before
    cdef int n, n_texts
    cdef readonly int n_lines
    # per text
    cdef int* line_of
    cdef int* sentences_before
    # per element
    cdef int* controls_before
    cdef int* images_before
    cdef int* links_before
    cdef Known* known
    cdef Known* from_minus_one
    cdef Subtree* subtrees
    cdef int n_subtrees, subtree_room
    # per number
    cdef int* alike
    cdef int* siblings
    cdef Numbers looks
    cdef Numbers places
    cdef Numbers pairs
    # per paragraph, and one more
    cdef int* line
    cdef int* node
    cdef int* look
    cdef int* chars
    cdef int* link_chars
    cdef int* steps
    cdef int* heading  # the last one, a paragraph
    cdef int* run_of
    cdef int* runs
    cdef unsigned char* prose
    cdef int footer, main, body, commented, live, container, container_prose, text_of_page, longest_run, h1
    cdef int tables_of_page, articles_of_page

    def __init__(
        self, page, tuple tables, dict section_of_role, int footer, int main, int body,
        int code_of_table, int code_of_article, _Hints hints,
    ):
        self.section_of_role, self.hints = section_of_role, hints
        self.footer, self.main, self.body = footer, main, body
        self.tags, self.text = page.tag, texts_of(page.strings)
        self.classes, self.ids, self.roles = page.names
        self.codes, self.gaps, self.tables = page.code, page.gap, tables
        self.code = <const unsigned char*> <const char*> self.codes
        self.is_block = bytes_of(tables[0])
        self.is_container = bytes_of(tables[1])
        self.is_control = bytes_of(tables[2])
        self.is_image = bytes_of(tables[3])
        self.is_link = bytes_of(tables[4])
        self.section_of_code = bytes_of(tables[5])
        self.heading_level = bytes_of(tables[6])
        self.n, self.n_texts = <int> len(self.codes), <int> len(self.gaps)
        self.tables_of_page = <int> self.codes.count(code_of_table)
        self.articles_of_page = <int> self.codes.count(code_of_article)
        self.held = _Columns(7)
        self.parent = self.held.view(page.parent, self.n)
        self.end = self.held.view(page.end, self.n)
        self.first = self.held.view(page.first, self.n)
        self.stop = self.held.view(page.stop, self.n)
        self.owner = self.held.view(page.owner, self.n_texts)
        self.before = self.held.view(page.chars_before, self.n_texts + 1)
        self.link_before = self.held.view(page.link_chars_before, self.n_texts + 1)
        if not len(self.tags) == len(self.classes) == len(self.ids) == len(self.roles) == self.n:
            raise ValueError("the columns are not of one length")
        if self.text.size != self.n_texts:
            raise ValueError("the columns are not of one length")

    def __dealloc__(self):
        free(self.line_of)
        free(self.sentences_before)
        free(self.controls_before)
        free(self.images_before)
        free(self.links_before)
        free(self.from_minus_one)
        free(self.subtrees)
        free(self.alike)
        free(self.siblings)
        free(self.looks.keys)
        free(self.looks.numbers)
        free(self.places.keys)
        free(self.places.numbers)
        free(self.pairs.keys)
        free(self.pairs.numbers)
        free(self.line)
        free(self.node)
        free(self.look)
        free(self.chars)
        free(self.link_chars)
        free(self.steps)
        free(self.heading)
        free(self.run_of)
        free(self.runs)
        free(self.prose)

    cdef int count(self) except -1:
        """Fill the columns that need no more than one look at each text and element."""
        cdef const unsigned char* s
        cdef int k, i, b = -1
        cdef const unsigned char* gap = <const unsigned char*> <const char*> self.gaps
        enlarge(<void**> &self.line_of, self.n_texts * sizeof(int))
        enlarge(<void**> &self.line, (self.n_texts + 1) * sizeof(int))
        enlarge(<void**> &self.sentences_before, (self.n_texts + 1) * sizeof(int))
        self.sentences_before[0] = 0
        for k in range(self.n_texts):
            if k % TURN == 0:
                let_others_run()
            if k == 0 or gap[k] == BLOCK_BOUNDARY:
                b += 1
                self.line[b] = k
            self.line_of[k] = b
            s = <const unsigned char*> self.text.text(k)
            self.sentences_before[k + 1] = (
                self.sentences_before[k] + count_sentences(s, s + self.text.length(k))
            )
        self.n_lines = b + 1
        self.line[self.n_lines] = self.n_texts
        enlarge(<void**> &self.controls_before, (self.n + 1) * sizeof(int))
        enlarge(<void**> &self.images_before, (self.n + 1) * sizeof(int))
        enlarge(<void**> &self.links_before, (self.n + 1) * sizeof(int))
        self.controls_before[0] = self.images_before[0] = self.links_before[0] = 0
        for i in range(self.n):
            self.controls_before[i + 1] = self.controls_before[i] + self.is_control[self.code[i]]
            self.images_before[i + 1] = self.images_before[i] + self.is_image[self.code[i]]
            self.links_before[i + 1] = self.links_before[i] + self.is_link[self.code[i]]
        self.text_of_page = self.before[self.n_texts] - self.link_before[self.n_texts]
        if not self.text_of_page:
            self.text_of_page = 1
        return 0

    cdef int come_down(self) except -1:
        """Find what an element has from its ancestors."""
        cdef _Strings tag_numbers = _Strings(), class_numbers = _Strings()
        cdef list hints_of_class = []
        cdef Known* known
        cdef Known* above
        cdef Known* around
        cdef int i, up, hints, hint, mine, a, z, name
        cdef long long tag
        cdef object of_class, of_id, role
        self.from_minus_one = <Known*> calloc(self.n + 1, sizeof(Known))
        if self.from_minus_one == NULL:
            raise MemoryError()
        self.known = self.from_minus_one + 1
        self.alike = <int*> calloc(self.n, sizeof(int))
        self.siblings = <int*> calloc(self.n, sizeof(int))
        if self.alike == NULL or self.siblings == NULL:
            raise MemoryError()
        class_numbers.number_of(None)  # 0
        hints_of_class.append(0)
        for i in range(self.n):
            if i % TURN == 0:
                let_others_run()
            a, z = self.first[i], self.stop[i]
            if a == z:
                continue
            self.live += 1
            known = &self.known[i]
            up = self.parent[i]
            of_class = self.classes[i]
            name = class_numbers.number_of(of_class)
            tag = self.code[i]
            if not tag:
                tag = 256 + tag_numbers.number_of(self.tags[i])
            known.look = number_of(&self.looks, tag << 32 | name)
            self.alike[known.look] += 1
            known.place = number_of(&self.places, <long long> up << 32 | known.look)
            self.siblings[known.place] += 1
            of_id = self.ids[i]
            if name == len(hints_of_class):
                hints_of_class.append(self.hints.within(of_class))
            hints = <int> hints_of_class[name]
            if of_id:
                hints |= self.hints.within(of_id)
            if hints & 4:
                self.commented += 1
            known.most_alike, known.group = 1, -1
            mine = self.section_of_code[self.code[i]]
            if up < 0:
                known.holds = self.n_lines
                known.kind = <unsigned char> (mine if mine else self.body)  # a part of a page
                known.holder = -1
                for hint in range(HINTS):
                    known.hints[hint] = FAR
                continue
            above = &self.known[up]
            for hint in range(HINTS):
                known.hints[hint] = one_step_from(above.hints[hint], hints >> hint & 1)
            known.holds = self.line_of[z - 1] - self.line_of[a] + 1
            known.larger = up if above.holds > known.holds else above.larger
            if above.holds == self.n_lines:
                known.level1 = known.level2 = i
            else:
                known.level1 = above.level1
                known.level2 = above.level2
                if above.level2 == above.level1 and known.holds < self.known[above.level1].holds:
                    known.level2 = i
            known.block = i if self.is_block[self.code[i]] else above.block
            role = self.roles[i]
            if role is not None:
                mine = <int> self.section_of_role.get(role, mine)
            if mine:
                known.section, known.kind = i, <unsigned char> mine
                known.inside = above.inside
                if mine == self.footer:
                    known.inside |= A_FOOTER
                elif mine == self.main:
                    known.inside |= A_MAIN
            else:
                known.section, known.kind, known.inside = above.section, above.kind, above.inside
            known.holder = above.holder
            if self.is_container[self.code[i]]:
                if above.holder >= 0:
                    around = &self.known[above.holder]
                    around.nested_chars += self.before[z] - self.before[a]
                    around.nested_link_chars += self.link_before[z] - self.link_before[a]
                    around.nested_sentences += self.sentences_before[z] - self.sentences_before[a]
                known.holder = i
        let_others_run()
        for i in range(self.n):
            known = &self.known[i]
            up = self.parent[i]
            if up >= 0 and known.holds:
                above = &self.known[up]
                mine = self.siblings[known.place]
                known.most_alike = max(mine, above.most_alike)
                known.group = i if mine > 2 and known.holds > 1 else above.group
        return 0

    cdef int lowest_common(self, int i, int j) noexcept:
        while self.end[i] <= j:
            i = self.parent[i]
        while i > j:
            i = self.parent[i]
        return i

    cdef int find_runs(self) except -1:
        """Find which paragraphs are prose, their runs, and the container."""
        cdef int b, i, text, n_runs = 0, last_run = -1
        cdef const int* node = self.node
        cdef const int* chars = self.chars
        cdef const int* link_chars = self.link_chars
        cdef Known* holder
        let_others_run()
        enlarge(<void**> &self.prose, self.n_lines)
        enlarge(<void**> &self.run_of, self.n_lines * sizeof(int))
        enlarge(<void**> &self.runs, self.n_lines * sizeof(int))
        for b in range(self.n_lines):
            self.prose[b] = 2 * <long long> link_chars[b] < chars[b] and (
                chars[b] >= PROSE_CHARS
                or self.sentences_before[self.line[b + 1]] > self.sentences_before[self.line[b]]
            )
            if self.prose[b]:
                holder = &self.known[self.parent[self.known[node[b]].block]]
                text = chars[b] - link_chars[b]
                holder.prose_below += text
                if b >= holder.run_open_until:
                    holder.run = n_runs
                    self.runs[n_runs] = 0
                    n_runs += 1
                holder.run_open_until = b + RUN_GAP + 2
                last_run = holder.run
                self.runs[last_run] += text
            self.run_of[b] = last_run
        # The container.
        for i in range(-1, self.n):
            text = self.known[i].prose_below
            self.known[i].doubled += 2 * text
            if i > 0 and text:
                self.known[self.parent[i]].doubled += text
        self.container = -1
        for i in range(self.n):
            if self.known[i].doubled > self.known[self.container].doubled:
                self.container = i
        self.container = max(self.container, 0)
        self.longest_run = 1
        for b in range(n_runs):
            self.longest_run = self.runs[b] if b == 0 else max(self.longest_run, self.runs[b])
        for b in range(self.n_lines):
            if self.prose[b] and self.parent[self.known[node[b]].block] == self.container:
                self.container_prose += 1
        return 0

    cdef int step_up(self) except -1:
        """What ``steps_up`` does."""
        cdef int b, j, step, container = self.container
        cdef int* steps
        enlarge(<void**> &self.steps, self.n_lines * sizeof(int))
        steps = self.steps
        for b in range(self.n_lines):
            steps[b] = 0
        j, step = container, 0
        for b in range(self.n_lines):
            if self.line[b + 1] > self.stop[container]:
                while self.stop[j] < self.line[b + 1] and self.parent[j] >= 0:
                    j, step = self.parent[j], step + 1
                steps[b] = step
        j, step = container, 0
        for b in range(self.n_lines - 1, -1, -1):
            if self.line[b] < self.first[container]:
                while self.first[j] > self.line[b] and self.parent[j] >= 0:
                    j, step = self.parent[j], step + 1
                steps[b] = max(steps[b], step)
        return 0

    cdef Subtree* below(self, int i) except NULL:
        """Return what is asked of an element, once for each; until the next call."""
        cdef Known* known = &self.known[i]
        cdef Subtree* subtree
        cdef int a = self.first[i], z = self.stop[i], e = self.end[i]
        cdef long long chars, linked, links
        if not known.subtree:
            if self.n_subtrees == self.subtree_room:
                self.subtree_room = self.subtree_room * 2 if self.subtree_room else 256
                enlarge(<void**> &self.subtrees, self.subtree_room * sizeof(Subtree))
            chars = self.before[z] - self.before[a]
            linked = self.link_before[z] - self.link_before[a]
            links = self.links_before[e] - self.links_before[i]
            subtree = &self.subtrees[self.n_subtrees]
            subtree.rate = <int> (10 * (chars - linked) // (links or 1))
            subtree.text_share = <int> (1000 * (chars - linked) // self.text_of_page)
            subtree.link_density = <int> (1000 * linked // chars)
            subtree.links = <int> (100 * links // known.holds)
            subtree.controls = <int> (
                100 * <long long> (self.controls_before[e] - self.controls_before[i]) // known.holds
            )
            subtree.images = <int> (
                100 * <long long> (self.images_before[e] - self.images_before[i]) // known.holds
            )
            subtree.share = <int> (1000 * chars // self.before[self.n_texts])
            subtree.chars = <int> chars
            self.n_subtrees += 1
            known.subtree = self.n_subtrees
        return &self.subtrees[known.subtree - 1]

    cdef int look_at_paragraphs(self) except -1:
        """Find what a paragraph is alone."""
        cdef int b, i, up, start, until, level, last_heading = -1
        cdef const Known* known
        enlarge(<void**> &self.node, self.n_lines * sizeof(int))
        enlarge(<void**> &self.look, self.n_lines * sizeof(int))
        enlarge(<void**> &self.chars, self.n_lines * sizeof(int))
        enlarge(<void**> &self.link_chars, self.n_lines * sizeof(int))
        enlarge(<void**> &self.heading, self.n_lines * sizeof(int))
        self.h1 = -1
        for b in range(self.n_lines):
            if b % TURN == 0:
                let_others_run()
            start, until = self.line[b], self.line[b + 1]
            i = self.owner[start]
            if i != self.owner[until - 1]:
                i = self.lowest_common(i, self.owner[until - 1])
            self.node[b] = i
            self.chars[b] = self.before[until] - self.before[start]
            self.link_chars[b] = self.link_before[until] - self.link_before[start]
            known, up = &self.known[i], self.parent[i]
            self.look[b] = number_of(
                &self.pairs, <long long> known.look << 32 | (self.known[up].look + 1 if up >= 0 else 0)
            )
            level = self.heading_level[self.code[known.block]]
            if level:
                last_heading = b
            if level == 1 and self.h1 < 0:
                self.h1 = b
            self.heading[b] = last_heading
        return 0

    def part(self, int begin, int beyond):
        """Return what a ``Description`` of some paragraphs is made of."""
        cdef int size = beyond - begin
        cdef list columns
        cdef object look_column, node_column
        cdef _Columns held = _Columns(FEATURES + 2)
        cdef int* column[FEATURES]
        cdef int[FEATURES] row
        cdef int f, b, i, a, z, start, group, heading
        cdef int container_end = self.line_of[self.stop[self.container] - 1]
        cdef long long own, own_links, own_sentences, density, c, linked
        cdef long long chars_of_page = self.before[self.n_texts]
        cdef const Known* known
        cdef Subtree around, beyond_it, one, two, section
        if not 0 <= begin <= beyond <= self.n_lines:
            raise IndexError(f"{begin, beyond} is no range of the page's {self.n_lines} paragraphs")
        columns = [ONE * size for _ in range(FEATURES)]
        for f in range(FEATURES):
            column[f] = held.view(columns[f], size)
        look_column, node_column = ONE * size, ONE * size
        if size:
            memcpy(held.view(look_column, size), self.look + begin, size * sizeof(int))
            memcpy(held.view(node_column, size), self.node + begin, size * sizeof(int))
        for b in range(begin, beyond):
            i = self.node[b]
            known = &self.known[i]
            a, z = self.first[i], self.stop[i]
            own = self.before[z] - self.before[a]
            density = 10 * own // (self.end[i] - i)
            own -= known.nested_chars
            own_links = self.link_before[z] - self.link_before[a] - known.nested_link_chars
            own_sentences = self.sentences_before[z] - self.sentences_before[a] - known.nested_sentences
            a = self.line[max(b - NEAR, 0)]
            z = self.line[min(b + NEAR + 1, self.n_lines)]
            start, c, linked = self.line[b], self.chars[b], self.link_chars[b]
            group, heading = known.group, self.heading[b]
            around = self.below(known.larger)[0]
            beyond_it = self.below(self.known[known.larger].larger)[0]
            one = self.below(known.level1)[0]
            two = self.below(known.level2)[0]
            section = self.below(known.section)[0]
            row[0] = around.rate
            row[1] = self.steps[b]
            row[2] = <int> (10 * own_sentences + (own - own_links) // (own_links or 1))
            row[3] = <int> (
                1000 * <long long> (self.before[start] - self.link_before[start]) // self.text_of_page
            )
            row[4] = known.most_alike
            row[5] = known.kind
            row[6] = two.text_share
            row[7] = self.code[i]
            row[8] = max(-50, min(50, b - self.h1)) if self.h1 >= 0 else 99
            row[9] = 0
            if self.run_of[b] >= 0:
                row[9] = <int> (1000 * <long long> self.runs[self.run_of[b]] // self.longest_run)
            row[10] = max(0, min(200, b - container_end))
            row[11] = self.prose[b]
            row[12] = <int> density
            row[13] = self.code[known.block]
            row[14] = known.hints[0]
            row[15] = self.alike[known.look]
            row[16] = two.links
            row[17] = self.links_before[self.n]
            row[18] = one.text_share
            row[19] = known.inside & A_FOOTER
            row[20] = <int> (
                1000 * <long long> (self.link_before[z] - self.link_before[a])
                // (self.before[z] - self.before[a])
            )
            row[21] = one.controls
            row[22] = section.controls
            row[23] = known.hints[1]
            row[24] = self.tables_of_page
            row[25] = known.hints[2]
            row[26] = known.hints[3]
            row[27] = self.articles_of_page
            row[28] = <int> c
            row[29] = <int> (1000 * linked // c)
            row[30] = self.n_lines
            row[31] = around.link_density
            row[32] = beyond_it.rate
            row[33] = one.link_density
            row[34] = two.link_density
            row[35] = self.known[known.level2].holds
            row[36] = self.siblings[self.known[group].place] if group >= 0 else 0
            row[37] = self.before[self.stop[group]] - self.before[self.first[group]] if group >= 0 else -1
            row[38] = min(b - heading, 50) if heading >= 0 else 99
            row[39] = self.heading_level[self.code[self.known[self.node[heading]].block]] if heading >= 0 else 0
            row[40] = <int> (
                1000
                * <long long> (self.before[self.stop[self.container]] - self.before[self.first[self.container]])
                // chars_of_page
            )
            row[41] = self.container_prose
            row[42] = known.inside >> 1
            row[43] = self.known[known.section].holds
            row[44] = section.share
            row[45] = self.before[start]
            row[46] = one.images
            row[47] = <int> (1000 * <long long> self.commented // self.live)
            row[48] = <int> chars_of_page
            row[49] = <int> (1000 * (chars_of_page - self.link_before[self.n_texts]) // chars_of_page)
            for f in range(4, HINTS):
                row[46 + f] = known.hints[f]
            for f in range(FEATURES):
                column[f][b - begin] = row[f]
        return columns, look_column, node_column, self.container


def describe(
    page,
    tuple tables,
    dict section_of_role,
    int footer,
    int main,
    int body,
    int code_of_table,
    int code_of_article,
    dict hints,
    hints_in,
):
    """What knows of each paragraph of a page what ``describe.describe`` does: part by part."""
    global looked_for
    cdef _Description description
    if looked_for is None or looked_for.hints is not hints:
        looked_for = _Hints(hints, hints_in)
    description = _Description(
        page, tables, section_of_role, footer, main, body, code_of_table, code_of_article, looked_for
    )
    description.count()
    description.come_down()
    description.look_at_paragraphs()
    description.find_runs()
    description.step_up()
    return description


# --- extractors/auto.py ---------------------------------------------------------------------


cdef struct Paragraph:
    double q
    int number


cdef int by_falling_q(const void* one, const void* other) noexcept nogil:
    cdef const Paragraph* a = <const Paragraph*> one
    cdef const Paragraph* b = <const Paragraph*> other
    if a.q != b.q:
        return -1 if a.q > b.q else 1
    return a.number - b.number  # of equals the first


def choose(p, n, look, double beta, double least_chars):
    """What ``auto.choose`` returns, from the same additions in the same order."""
    cdef int b, best = 0, length = <int> len(p)
    cdef double expected = 0, hits = 0, wanted, F, F_best = -1, right = 0, most = 0
    cdef long long size = 0
    cdef _Columns held = _Columns(4)
    cdef const int* chars = held.view(n if type(n) is array else array("i", n), length)
    cdef const int* alike = held.view(look if type(look) is array else array("i", look), length)
    cdef const double* probability = <const double*> held.hold(
        p if type(p) is array else array("d", p), length * <Py_ssize_t> sizeof(double)
    )
    cdef double* sums = NULL
    cdef long long* weights = NULL
    cdef Paragraph* order = NULL
    cdef object chosen = bytearray(length)
    cdef unsigned char* is_chosen = <unsigned char*> held.hold(chosen, length)
    try:
        for b in range(length):
            most = max(most, probability[b])
            expected += probability[b] * chars[b]
            size += chars[b]
        if expected <= min(least_chars, size / 2.0):
            return chosen, 1 - most
        sums = <double*> calloc(length, sizeof(double))
        weights = <long long*> calloc(length, sizeof(long long))
        order = <Paragraph*> calloc(length, sizeof(Paragraph))
        if sums == NULL or weights == NULL or order == NULL:
            raise MemoryError()
        for b in range(length):
            if not 0 <= alike[b] < length:
                raise IndexError("there are more looks than paragraphs")
            sums[alike[b]] += probability[b] * chars[b]
            weights[alike[b]] += chars[b]
        for b in range(length):
            order[b].q = (probability[b] + sums[alike[b]] / weights[alike[b]]) / 2
            order[b].number = b
        with nogil:
            qsort(order, length, sizeof(Paragraph), by_falling_q)
        for b in range(length):
            hits += order[b].q * chars[order[b].number]
        wanted = beta * beta * hits
        hits = 0
        size = 0
        for b in range(length):
            hits += order[b].q * chars[order[b].number]
            size += chars[order[b].number]
            F = hits / (size + wanted)
            if F > F_best:
                F_best, best = F, b
        size = 0
        for b in range(best + 1):
            right += probability[order[b].number] * chars[order[b].number]
            size += chars[order[b].number]
            is_chosen[order[b].number] = True
        return chosen, 2 * right / (size + expected)
    finally:
        free(sums)
        free(weights)
        free(order)
