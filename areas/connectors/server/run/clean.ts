import type { Config, Definition } from '#areas/connectors/server/adapters/adapter.ts'

const most = 300

/** Takes out of what a service said whatever of the secrets it repeats, as they were typed, encoded and as base64, and what the database does not keep. */
export function clean(definition: Pick<Definition, 'fields'>, config: Config): <T extends string | null>(text: T) => T {
  const secrets = definition.fields.flatMap(({ name, type }) => {
    const value = type === 'password' ? config[name] : null
    return typeof value === 'string' && value.length >= 4 ? [value, encodeURIComponent(value), Buffer.from(value).toString('base64')] : []
  })
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length)
  return (<T extends string | null>(text: T) => {
    if (text === null) return text
    let said: string = text
    for (const secret of longestFirst) said = said.replaceAll(secret, '•••')
    return said.replaceAll('\0', '\uFFFD').slice(0, most).toWellFormed()
  }) as <T extends string | null>(text: T) => T
}
