import type { Config, Definition } from '#areas/connectors/server/adapters/adapter.ts'

const most = 300

/**
 * Takes out of what a service said whatever of the secrets it repeats, as they were typed, encoded and as base64, alone or with the name that they were sent with (RFC 7617), and what a page or the
 * database does not keep.
 */
export function clean(definition: Pick<Definition, 'fields'>, config: Config): <T extends string | null>(text: T) => T {
  const names = definition.fields.flatMap(({ name, type }) => (type === 'password' ? [] : [String(config[name] ?? '')]))
  const secrets = definition.fields.flatMap(({ name, type }) => {
    const value = type === 'password' ? config[name] : null
    if (typeof value !== 'string' || value.length < 4) return []
    const pairs = [value, `${value}:`, ...['', ...names].map((one) => `${one}:${value}`)]
    return [value, encodeURIComponent(value), ...pairs.flatMap((pair) => [Buffer.from(pair).toString('base64'), Buffer.from(pair).toString('base64url')])]
  })
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length)
  return (<T extends string | null>(text: T) => {
    if (text === null) return text
    let said: string = text
    for (const secret of longestFirst) said = said.replaceAll(secret, '•••')
    // oxlint-disable-next-line no-control-regex
    const plain = said.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    return plain.slice(0, most).toWellFormed()
  }) as <T extends string | null>(text: T) => T
}
