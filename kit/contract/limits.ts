/** The most rows any list, option list or select may carry (TBL-31, TBL-36). */
export const rowLimit = 6000
/** The most rows one bulk edit may touch. */
export const bulkLimit = 1000
export const rowsPerPage = 20
