#ifndef CAIRN_WEIGHTS_H
#define CAIRN_WEIGHTS_H

#include <stddef.h>

/// The trained weights: a mark of two characters for each bucket, a character for each weight.
const unsigned char *cairn_weights(void);
size_t cairn_weights_count(void);

/// The score that one unit of a weight adds, before division by the text's length.
double cairn_weights_step(void);

/// The number of training lines with each word: four characters for each bucket, one for each type.
const unsigned char *cairn_words(void);
size_t cairn_words_count(void);

/// A Bloom filter of ordinary words.
const unsigned char *cairn_common(void);
size_t cairn_common_count(void);

/// A Bloom filter of given names.
const unsigned char *cairn_names(void);
size_t cairn_names_count(void);

/// The weights that choose persons: a signed byte for each place.
const unsigned char *cairn_persons(void);
size_t cairn_persons_count(void);

/// The weights for types of text in other languages: a signed byte for each type at each place.
const unsigned char *cairn_foreign(void);
size_t cairn_foreign_count(void);

/// The training lines with one type: the digit of the type and the text, one line each.
const unsigned char *cairn_lines(void);
size_t cairn_lines_count(void);

#endif
