import { rowPaginationFeature, rowSelectionFeature, rowSortingFeature, tableFeatures } from '@tanstack/react-table'

/** Only the parts of the table library that are used, so that the rest stays out of the bundle. */
export const shared = { rowSortingFeature, rowPaginationFeature, rowSelectionFeature }

/** Of a list that the server sorts and filters. */
export const serverFeatures = tableFeatures(shared)
