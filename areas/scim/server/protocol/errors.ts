/** Why something is not done, as RFC 7644 § 3.12 names it. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'

export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** What the protocol itself refuses; it speaks English, since programs and whoever writes them read it. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const invalid = (scimType: ScimType, detail: string) => new ScimError(400, detail, scimType)
export const missing = (what: string) => new ScimError(404, `${what} not found`)
export const taken = (detail: string) => new ScimError(409, detail, 'uniqueness')

/** Bytes of what somebody or something is found by: more has no place in an index. */
const mostNamed = 1000

/** Throws for a name or number that is too long to be found by. */
export function mustBeShort(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string' && Buffer.byteLength(value) > mostNamed) throw invalid('invalidValue', `${name} has at most ${mostNamed} bytes`)
}

/** The body of a refusal; its status is text, as the RFC has it. */
export const errorBody = (status: number, detail: string, scimType?: ScimType) => ({
  schemas: [errorSchema],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
})
