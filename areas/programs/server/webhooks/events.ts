import type { EventDef } from '#kit/contract/event.ts'
import type { Area } from '#kit/server/http/area.ts'
import { fieldOf } from '#kit/server/data/sql/columns.ts'
import { testEvent, writtenEvents } from '#areas/programs/contract/webhook-calls.ts'
import type { ExposedType } from '#areas/programs/server/exposed.ts'

export interface EventOf {
  readonly event: string
  readonly type: ExposedType
  /** The part after the type. */
  readonly what: string
  /** The area that declares it; undefined for what writing a row tells. */
  readonly area?: string
}

/** Events that areas declare, by the name that programs know. Throws for a name that is no event of an exposed type. */
export function declaredEvents(areas: readonly Area[]): ReadonlyMap<string, { readonly area: string; readonly def: EventDef<unknown> }> {
  const declared = new Map<string, { area: string; def: EventDef<unknown> }>()
  for (const { name: area, tells = {} } of areas)
    for (const [event, def] of Object.entries(tells)) {
      const [, type = '', what = ''] = /^([a-z_]+)\.([a-z_]+)$/.exec(event) ?? []
      if (!areas.some(({ exposes }) => exposes?.[type] !== undefined)) throw new Error(`${event} is about nothing that is exposed`)
      if (declared.has(event) || writtenEvents.some((one) => one === what)) throw new Error(`The event ${event} is there already`)
      declared.set(event, { area, def })
    }
  return declared
}

/** Every event that a webhook may be told of, by name: what writing rows of each exposed type tells, then what areas declare. */
export function catalogueOf(types: ReadonlyMap<string, ExposedType>, areas: readonly Area[]): ReadonlyMap<string, EventOf> {
  const events = new Map<string, EventOf>()
  const declared = [...declaredEvents(areas)]
  for (const type of types.values()) {
    const archives = fieldOf(type.resource.def, 'archived') !== undefined
    for (const what of writtenEvents)
      if (archives || (what !== 'archived' && what !== 'restored')) events.set(`${type.type}.${what}`, { event: `${type.type}.${what}`, type, what })
    for (const [event, { area }] of declared) {
      const [name, what = ''] = event.split('.')
      if (name === type.type) events.set(event, { event, type, what, area })
    }
  }
  return events
}

/** Whether a webhook that chose these is told of an event. */
export const isChosen = (chosen: readonly string[], event: string): boolean =>
  event === testEvent || chosen.includes('*') || chosen.includes(event) || chosen.includes(`${event.split('.')[0]}.*`)

/** Whether these words mean any event there is. */
export function isKnown(catalogue: ReadonlyMap<string, EventOf>, word: string): boolean {
  if (word === '*' || catalogue.has(word)) return true
  const [, type] = /^([a-z_]+)\.\*$/.exec(word) ?? []
  return type !== undefined && catalogue.has(`${type}.created`)
}

/** The types of which events were chosen. */
export const typesOf = (catalogue: ReadonlyMap<string, EventOf>, chosen: readonly string[]): string[] => [
  ...new Set([...catalogue.values()].flatMap(({ event, type }) => (isChosen(chosen, event) ? [type.type] : []))),
]
