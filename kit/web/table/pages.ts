/** A gap in the pager. */
export const gap = 'gap'

/** The buttons of a pager, at most seven with its gaps (TBL-32): the first, the last and those around the current page. */
export function pageButtons(page: number, pages: number): (number | typeof gap)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, i) => i + 1)
  if (page <= 4) return [1, 2, 3, 4, 5, gap, pages]
  if (page >= pages - 3) return [1, gap, pages - 4, pages - 3, pages - 2, pages - 1, pages]
  return [1, gap, page - 1, page, page + 1, gap, pages]
}
