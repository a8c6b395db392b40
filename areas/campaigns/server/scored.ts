import { flagOn } from '#areas/tenancy/server/index.ts'

/** Whether campaigns are scored here; where they are not, answers are told as they were given and nothing is reckoned of them, on pages as in files (CMP-22). In SQL. */
export const scored = flagOn('se_campaigns')
