import { byGlobalPilots, everyRow } from '#kit/server/access/row-rule.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { jobFunction } from '#areas/people/contract/job-function.ts'

/** Everybody reads whom to ask. */
export const jobFunctions = defineResource({
  def: jobFunction,
  rules: { read: everyRow, create: byGlobalPilots, update: byGlobalPilots, delete: byGlobalPilots },
})
