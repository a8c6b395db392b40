import { z } from 'zod'
import type { Config, ConfigField } from './adapter.ts'

/** What must never be in a text that is kept or shown, in every form in which a service could say it back. */
export class Secrets {
  readonly #forms = new Set<string>()

  /** All that was typed into the secret fields of a definition. */
  static of(fields: readonly ConfigField[], config: Config): Secrets {
    const secrets = new Secrets()
    for (const { name, type } of fields) if (type === 'password') secrets.add(String(config[name] ?? ''))
    return secrets
  }

  add(secret: string): void {
    if (secret.length < 3) return
    const bytes = Buffer.from(secret)
    for (const form of [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ s: secret }).toString().slice(2),
      JSON.stringify(secret).slice(1, -1),
      bytes.toString('base64'),
      bytes.toString('base64url'),
    ])
      this.#forms.add(form)
  }

  /** The text without them. */
  out(text: string): string {
    let left = text
    for (const form of [...this.#forms].toSorted((a, b) => b.length - a.length)) left = left.replaceAll(form, '…')
    return left
  }
}

const said = z.string().min(1)
const shapes: readonly z.ZodType<string>[] = [
  z.object({ error: z.object({ message: said }) }).transform(({ error }) => error.message),
  z.object({ error_description: said }).transform((it) => it.error_description),
  z.object({ error: said }).transform(({ error }) => error),
  z.object({ message: said }).transform(({ message }) => message),
  z.object({ Message: said }).transform((it) => it.Message),
  z.object({ errors: z.tuple([z.object({ message: said })], z.unknown()) }).transform(({ errors }) => errors[0].message),
  z.object({ detail: said }).transform(({ detail }) => detail),
  z.object({ title: said }).transform(({ title }) => title),
]

/** What a service said of a failure, on one line, shortened, and without what was sent: its status, and the sentence that its answer holds, if it has one. */
export function toldBy(text: string, { status, as, secrets }: { readonly status: number; readonly as: string; readonly secrets: Secrets }): string {
  const sentence = /html/i.test(as) ? (/<title[^>]*>([^<]*)</i.exec(text)?.[1] ?? 'a web page') : (sentenceIn(text) ?? '')
  const line = secrets
    .out(sentence)
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
    .toWellFormed()
  return [String(status), line.length > 240 ? `${line.slice(0, 239).toWellFormed()}…` : line].filter(Boolean).join(' ')
}

function sentenceIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    for (const shape of shapes) {
      const read = shape.safeParse(value)
      if (read.success) return read.data
    }
    return undefined
  } catch {
    return /<TEXT>([^<]*)<\/TEXT>/.exec(text)?.[1]
  }
}
