import type { EntityDef } from '#kit/contract/entity.ts'
import { forbidden } from '#kit/contract/errors.ts'
import type { Right, Verb } from '#kit/contract/right.ts'
import { systemWorks, type SystemWork } from './system-works.ts'
import { systemWho, type Who } from './who.ts'

declare const sealed: unique symbol

/** Proof that a right was checked for the one who acts; the store and the list engine take nothing else. */
export interface Grant {
  readonly who: Who
  readonly right: Right | 'session' | 'system'
  /** What the program does by itself; undefined for what somebody does. */
  readonly work?: SystemWork
  readonly [sealed]: true
}

/** Makes a Grant for who acts; throws FORBIDDEN when the right is not held. */
export function authorize(who: Who, right: Right | 'session'): Grant {
  if (right !== 'session' && !who.rights.has(right)) throw forbidden(who.session?.withheld.has(right) ? 'kit.errors.not_subscribed' : undefined)
  return { who, right } as Grant
}

/** Makes a Grant for one of the works that the program does with more rights than whoever caused it; `memberId` for what is theirs alone. */
export function systemGrant(work: SystemWork, { customerId, source, requestId, lang, timeZone }: Who, memberId: number | null = null): Grant {
  return { who: { ...systemWho(customerId, source, requestId, lang, timeZone), memberId }, right: 'system', work } as Grant
}

/**
 * Whether a grant is one for what is about to be done. Who may write rows of an entity is shown what they wrote, by the rule of its rows; what has no right, so
 * no call, is for whoever is signed in and the code that does it.
 */
function covers({ right, work }: Grant, { name, rights }: EntityDef, verb: Verb): boolean {
  if (work !== undefined) {
    const verbs = new Map<string, readonly Verb[]>(Object.entries(systemWorks[work])).get(name) ?? []
    return verbs.includes(verb) || (verb === 'read' && verbs.length > 0)
  }
  if (verb === 'read') return Object.values(rights).some((own) => own === right)
  return right === (rights[verb] ?? 'session')
}

/** Throws, since the program is wrong and not its caller, when the grant is of another right than the entity's for the verb. */
export function assertGranted(grant: Grant, def: EntityDef, verb: Verb): void {
  if (!covers(grant, def, verb)) throw new Error(`A grant of ${grant.work ?? grant.right} does not ${verb} ${def.name}`)
}

/** The grant of another entity's verb for whoever holds this one: what one write does to the rows of another entity. Throws FORBIDDEN when the right is not held. */
export function onward(grant: Grant, { rights }: EntityDef, verb: Verb): Grant {
  return grant.work === undefined ? authorize(grant.who, rights[verb] ?? 'session') : grant
}

/** Whether the right is held, for showing and hiding; never instead of `authorize`. */
export const can = (who: Pick<Who, 'rights'>, right: Right | null) => right !== null && who.rights.has(right)
