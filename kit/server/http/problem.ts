import type { FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { Language } from '#kit/contract/catalogue.ts'
import { errorStatus, type AppError } from '#kit/contract/errors.ts'
import type { Translate } from './words.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** What is refused is said to programs as RFC 9457 has it. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  /** In the language that was asked for. */
  readonly detail: string
  readonly code: string
  readonly request_id: string
  /** Every wrong field: where it stands in the body, or which parameter it is. */
  readonly errors?: readonly { readonly pointer?: string; readonly parameter?: string; readonly detail: string }[]
}

/** Whether a request is one of a program, whatever became of it: by its route, else by how its address begins. */
export const isProblem = ({ routeOptions, url }: FastifyRequest): boolean => (routeOptions.url ?? url).startsWith('/public/')

export function problem({ status: word, key, details }: AppError, translate: Translate, lang: Language, requestId: string): Problem {
  const status = errorStatus[word]
  const code = details.code ?? word
  const inBody = word !== 'BAD_PARAMETERS'
  const errors = Object.entries(details.fields ?? {}).flatMap(([field, messages]) =>
    messages.map((message) => ({
      ...(inBody ? { pointer: `#/${field.split('.').map(pointed).join('/')}` } : { parameter: field }),
      detail: translate(message, lang),
    })),
  )
  return {
    type: `urn:vigie:problem:${code.toLowerCase()}`,
    title: STATUS_CODES[status] ?? code,
    status,
    detail: translate({ key, values: details.values }, lang),
    code,
    request_id: requestId,
    ...(errors.length > 0 && { errors }),
  }
}

const pointed = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
