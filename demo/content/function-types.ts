interface Text {
  readonly en: string
  readonly fr: string
}

/** What people are for others, and who is so where. */
export type JobFunction = {
  readonly key: string
  readonly name: Text
  readonly description: Text
  readonly holders: readonly (readonly [perimeter: string, person: string])[]
  readonly isDefaultManager?: true
}

/** Who is away, from one day from today to another, and who stands in. */
export type Absence = { readonly person: string; readonly standIn: string; readonly days: readonly [first: number, last: number] }

/** Whom to call when something goes wrong. */
export type Contact = {
  /** A person's, or of a service, which is called otherwise in another language. */
  readonly name: string | Text
  readonly email?: string
  readonly phone: string
  readonly jobFunction: string
  readonly perimeters: readonly string[]
  readonly order: number
  readonly notes?: Text
}
