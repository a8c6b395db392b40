import { defineRights, pilots, readers } from '#kit/contract/right.ts'

/** What a check finds is shown to whoever reads its rows; pilots accept what they may change. */
export const checksRights = defineRights({ 'check.read': readers, 'check.accept': pilots })
