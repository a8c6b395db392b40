import { defineRights, globalPilots, globalReaders } from '#kit/contract/right.ts'

/** Whoever looks after the whole organisation reads what was done in it; for how long that is kept is decided by its pilots (ADM-19). */
export const logRights = defineRights({
  'log.read': globalReaders,
  'log.write': globalPilots,
})
