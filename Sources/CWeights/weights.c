#include "weights.h"

// Files written by `make train` (#embed: C23 §6.10.4). The first byte of a file that is not text is not
// part of the data: no byte order mark begins with it. Clang refuses files with some of them.
static const unsigned char weights[] = {
#embed "weights.txt"
};
static const unsigned char words[] = {
#embed "words.txt"
};
static const unsigned char common[] = {
#embed "common.bin"
};
static const unsigned char names[] = {
#embed "names.bin"
};
static const unsigned char persons[] = {
#embed "persons.bin"
};
static const unsigned char foreign[] = {
#embed "foreign.bin"
};
static const unsigned char lines[] = {
#embed "lines.txt"
};

const unsigned char *cairn_weights(void) { return weights; }
size_t cairn_weights_count(void) { return sizeof weights; }

double cairn_weights_step(void) {
  return
#include "step.txt"
      ;
}

const unsigned char *cairn_words(void) { return words; }
size_t cairn_words_count(void) { return sizeof words; }

const unsigned char *cairn_common(void) { return common + 1; }
size_t cairn_common_count(void) { return sizeof common - 1; }

const unsigned char *cairn_names(void) { return names + 1; }
size_t cairn_names_count(void) { return sizeof names - 1; }

const unsigned char *cairn_persons(void) { return persons + 1; }
size_t cairn_persons_count(void) { return sizeof persons - 1; }

const unsigned char *cairn_foreign(void) { return foreign + 1; }
size_t cairn_foreign_count(void) { return sizeof foreign - 1; }

const unsigned char *cairn_lines(void) { return lines; }
size_t cairn_lines_count(void) { return sizeof lines; }
