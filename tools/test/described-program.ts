import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'vitest'
import { program, type ProgramAnswer, type ProgramCall, type ProgramMethod } from './program.ts'
import type { App } from '#app/server/app.ts'

// A document is whatever the server says; tests look into it freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any

export interface DescribedProgram {
  readonly document: Row
  /** Asks, and holds the answer to the document. */
  readonly ask: (secret: string | undefined, method: ProgramMethod, path: string, more?: ProgramCall) => Promise<ProgramAnswer>
}

const pointed = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1')

/** A program whose every answer is compared with what the public API says of itself. */
export async function describedProgram(app: Pick<App, 'http'>): Promise<DescribedProgram> {
  const document: Row = (await program(app, undefined)('GET', '/openapi.json')).body
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  ajv.addSchema(document, 'document')
  const validators = new Map<string, ValidateFunction>()

  function assertDescribed(method: string, path: string, { status, body, headers }: ProgramAnswer): void {
    const asked = `/public/v1${path.split('?', 1)[0]}`
    const known = Object.entries(document.paths) as [string, Row][]
    const [template, operations]: [string, Row] = known.find(([one]) => one === asked) ??
      known.find(([one]) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '\\d+')}$`).test(asked)) ?? ['', {}]
    const operation = operations[method.toLowerCase()]
    if (!operation || status === 304) return
    const problem = !operation.responses[String(status)]
    expect({ path, type: String(headers['content-type']).split(';', 1)[0] }).toEqual({ path, type: problem ? 'application/problem+json' : 'application/json' })
    const at = problem
      ? '#/components/schemas/Problem'
      : `#/paths/${pointed(template)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
    const validate = validators.get(at) ?? ajv.compile({ $ref: `document${at}` })
    validators.set(at, validate)
    validate(body)
    expect({ path, method, errors: validate.errors, body: validate.errors && body }).toEqual({ path, method, errors: null, body: null })
  }

  return {
    document,
    ask: async (secret, method, path, more = {}) => {
      const answer = await program(app, secret)(method, path, more)
      assertDescribed(method, path, answer)
      return answer
    },
  }
}
