import { dayIn } from '#kit/contract/wall-clock.ts'
import { daysFromToday, type Day, type Organisation, type Person, type Text } from '#demo/content/types.ts'
import { createSchema, messagesOf, updateSchema } from '#kit/contract/schema.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Role } from '#kit/contract/right.ts'
import { authorize, type Grant } from '#kit/server/access/authorize.ts'
import { systemWho, type Who } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { resourceOf, type Changes, type Resource, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { DigestSource } from '#kit/server/http/area.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** What building needs of the server. */
export interface Ground {
  readonly db: DatabaseAccess
  readonly resources: Resources
  readonly rightsOf: (roles: readonly Role[], features?: readonly string[]) => ReadonlySet<string>
  /** What mornings tell; absent: nothing is told of today. */
  readonly digests?: readonly DigestSource[]
  /** Where files are kept; absent: evidence of the demonstration that is files is left out. */
  readonly storage?: FileStorage
  /** Hears of each organisation once it has been made, before anybody is in it. */
  readonly made?: (customer: number) => Promise<void>
}

const dayLength = 86_400_000
const source = 'demonstration'

/** One organisation under construction: who is who in it by the keys of the content, and what time it is there. */
export class Site {
  readonly content: Organisation
  readonly ground: Ground
  /** What single-language texts are written in. */
  readonly lang: 'en' | 'fr'
  readonly #ids = new Map<string, number>()
  readonly #today: string
  #last = 0
  #customerId = 0

  constructor(ground: Ground, content: Organisation, lang: 'en' | 'fr') {
    this.ground = ground
    this.content = content
    this.lang = lang
    this.#today = dayIn(new Date(), timeZone)
  }

  /** The organisation's id, once it has been made. */
  get customerId(): number {
    return this.#customerId
  }

  set customerId(id: number) {
    this.#customerId = id
  }

  id(entity: string, key: string): number {
    const id = this.#ids.get(`${entity} ${key}`)
    if (id === undefined) throw new Error(`${this.content.name} has no ${entity} ${key} yet`)
    return id
  }

  has(entity: string, key: string): boolean {
    return this.#ids.has(`${entity} ${key}`)
  }

  note(entity: string, key: string, id: number): void {
    this.#ids.set(`${entity} ${key}`, id)
  }

  /** A day of the content as `YYYY-MM-DD`. */
  date(day: Day): string {
    return this.dateAt(daysFromToday(day))
  }

  dateAt(days: number): string {
    return new Date(Date.parse(this.#today) + days * dayLength).toISOString().slice(0, 10)
  }

  /** The next moment of a day, in working hours; time never runs backwards, nor ahead of the clock. */
  momentOf(days: number): Date {
    // Some time of the morning, another one each day, then a few minutes later each time.
    const begin = Date.parse(`${this.dateAt(days)}T07:00:00Z`) + (Math.abs(days * 7919) % 10_800) * 1000
    this.#last = Math.min(Math.max(begin, this.#last + 437_000), Date.now())
    return new Date(this.#last)
  }

  /** The person who answers for security in the whole organisation. */
  get pilot(): Person {
    const found = this.content.people.find((person) => person.role === 'global_pilote')
    if (!found) throw new Error(`${this.content.name} has no global pilot`)
    return found
  }

  person(key: string | null): Person | undefined {
    return this.content.people.find((person) => person.key === key)
  }

  /** A text where there is room for one language: that of the organisation, in which its people write to each other. */
  translate(text: Text): string {
    return text[this.lang]
  }

  /** Keys of the perimeters that a local role reaches, those below included. */
  reach(person: Person): ReadonlySet<string> {
    const reached = new Set(person.perimeters)
    // Parents stand before their children.
    for (const { key, parent } of this.content.perimeters) if (parent !== null && reached.has(parent)) reached.add(key)
    return reached
  }

  /** Whether a person decides about a perimeter, rather than works there. */
  decides(person: Person, perimeter: string): boolean {
    return person.role === 'global_pilote' || (person.role === 'local_pilote' && this.reach(person).has(perimeter))
  }

  /** Who decides about a perimeter: its own pilot, else that of the organisation. */
  pilotOf(perimeter: string): Person {
    return this.content.people.find((person) => person.role === 'local_pilote' && this.decides(person, perimeter)) ?? this.pilot
  }

  /** One transaction at a moment of a day, in which a person acts; null: the system. */
  async at<T>(days: number, person: Person | null, work: (session: Session) => Promise<T>): Promise<T> {
    return this.ground.db.transaction(
      this.customerId,
      async (tx) => {
        // A thousand commits wait for the disk once, at the mark that the whole is complete.
        void tx.send('set local synchronous_commit to off')
        tx.act(this.who(person))
        return work(new Session(this, tx, person))
      },
      { background: true, at: this.momentOf(days) },
    )
  }

  who(person: Person | null): Who {
    const system = systemWho(this.customerId, source, source, this.lang, timeZone)
    if (!person) return system
    const { userGroups } = this.content
    const groups = userGroups.filter(({ key, members }) => members.includes(person.key) && this.has('group', key))
    return {
      ...system,
      memberId: this.id('member', person.key),
      roles: [person.role],
      rights: this.ground.rightsOf([person.role]),
      groupIds: groups.map(({ key }) => this.id('group', key)),
      perimeterIds: [...this.reach(person)].map((key) => this.id('perimeter', key)),
      lang: person.language,
      source: 'web',
    }
  }
}

/** The demonstration's organisations keep the time of Paris. */
export const timeZone = 'Europe/Paris'

/** A person at work in one transaction: writes what their rights allow, checked as a form is. */
export class Session {
  readonly site: Site
  readonly tx: Tx
  readonly person: Person | null

  constructor(site: Site, tx: Tx, person: Person | null) {
    this.site = site
    this.tx = tx
    this.person = person
  }

  get resources(): Resources {
    return this.site.ground.resources
  }

  /** The grant of an entity's verb, as the call that a person makes would have it. */
  grant(entity: string, verb: 'read' | 'create' | 'update' = 'update'): Grant {
    return authorizeVerb(this.tx, this.resource(entity), verb)
  }

  get session(): Grant {
    return authorize(this.tx.who, 'session')
  }

  resource(entity: string): Resource {
    return resourceOf(this.resources, entity)
  }

  /** Creates a row from what a form would send, and remembers it by its key if it has one; `besides`: of what no form sends. */
  async create(entity: string, key: string | null, input: Changes, action = 'create', besides: Changes = {}): Promise<Stored> {
    const resource = this.resource(entity)
    const row = await createRow(
      this.tx,
      this.grant(entity, 'create'),
      resource,
      this.resources,
      { ...checked(resource.def, 'create', input), ...besides },
      action,
    )
    if (key !== null) this.site.note(entity, key, row.id)
    return row
  }

  /** As `create`, for what comes with a file. */
  bring(entity: string, key: string | null, input: Changes): Promise<Stored> {
    return this.create(entity, key, input, 'import')
  }

  async update(entity: string, id: number, input: Changes): Promise<Stored> {
    const resource = this.resource(entity)
    return updateRow(this.tx, this.grant(entity), resource, this.resources, id, checked(resource.def, 'update', input))
  }
}

/** A localized field's keys, as forms send them. */
export const inBoth = <Field extends string>(field: Field, { en, fr }: Text) =>
  ({ [`${field}_en`]: en, [`${field}_fr`]: fr }) as Readonly<Record<`${Field}_en` | `${Field}_fr`, string>>

type Schema = ReturnType<typeof createSchema>
/** Made once: making a schema costs more than using it. */
const schemas = new Map<string, Schema>()

function schemaOf(def: EntityDef, verb: 'create' | 'update'): Schema {
  const key = `${def.name} ${verb}`
  const schema = schemas.get(key) ?? (verb === 'create' ? createSchema(def) : updateSchema(def))
  schemas.set(key, schema)
  return schema
}

function checked(def: EntityDef, verb: 'create' | 'update', input: Changes): Changes {
  const result = schemaOf(def, verb).safeParse(input)
  if (!result.success) throw new Error(`The demonstration's ${def.name} is refused: ${JSON.stringify(messagesOf(result.error))} in ${JSON.stringify(input)}`)
  const { id: _, version: __, ...changes }: Changes = result.data
  return changes
}
