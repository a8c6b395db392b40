import { defineRights, globalPilots, readers } from '#kit/contract/right.ts'

/** Scores are read by all but contributors; figures cover what the reader may not open, names do not (SEC-18). */
export const scoreRights = defineRights({ 'score.read': readers, 'target_score.write': globalPilots })
