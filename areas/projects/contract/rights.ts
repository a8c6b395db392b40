import { defineRights, everyRole, globalPilots, pilots, readers, writers } from '#kit/contract/right.ts'

/** Pilots follow projects within their scope and decide; contributors work on those that they are given, changes of step included; auditors read (SEC-18, PRJ-07, PRJ-14). */
export const projectsRights = defineRights({
  'isp_project.read': everyRole,
  'isp_project.write': writers,
  'isp_project.manage': pilots,
  /** Going live or not, interrupting and taking up again. */
  'isp_project.decide': pilots,
  /** The steps of projects, to go from one to another. */
  'isp_project.cycle': writers,
  /** What steps are called, how projects are classified and what follows from it. */
  'isp_project.settings': readers,
  'isp_project.set': globalPilots,
})
