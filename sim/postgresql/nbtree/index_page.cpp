#include "sim/postgresql/nbtree/index_page.hpp"

namespace keycost::postgresql::index_page {

namespace {

// BTMetaPageData, behind the page header: magic, version, root, level, fast root, fast level, deleted pages
// at the last cleanup (4 bytes each), padding, heap tuples at the last cleanup (a double), all keys equal by
// image (a byte), padding.
constexpr std::size_t metadata_position = page_header_size_bytes;
constexpr std::size_t metadata_size_bytes = 48;
constexpr std::uint32_t btree_magic = 0x053162;  // BTREE_MAGIC
constexpr std::uint32_t btree_version = 4;       // BTREE_VERSION
constexpr double never_cleaned_up = -1.0;

}  // namespace

void initialize_metapage(Page& page, bool all_equal_image) {
  page.initialize(index_special_size_bytes);
  page.store(metadata_position, btree_magic);
  page.store(metadata_position + 4, btree_version);
  page.store(metadata_position + 32, never_cleaned_up);
  page.store(metadata_position + 40, static_cast<std::uint8_t>(all_equal_image));
  set_flags(page, meta_flag);
  page.set_lower(metadata_position +
                 metadata_size_bytes);  // so that an image of the page includes the metadata
}

Root root_of_metapage(const Page& page) {
  return {page.load<std::uint32_t>(metadata_position + 8), page.load<std::uint32_t>(metadata_position + 12)};
}

void set_root_of_metapage(Page& page, Root root) {
  // The "fast root" differs from the root only after pages have been deleted.
  page.store(metadata_position + 8, root.block);
  page.store(metadata_position + 12, root.level);
  page.store(metadata_position + 16, root.block);
  page.store(metadata_position + 20, root.level);
}

}  // namespace keycost::postgresql::index_page
