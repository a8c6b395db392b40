import type { Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'

/** Whether somebody reads every row of an entity, as far as its rule says so without looking at any. Global pilots administer all there is. */
export const readersOfAll = ({ rules }: Resource, who: Who): boolean => who.roles.includes('global_pilote') || rules.read(rowRef('t'), who) === true
