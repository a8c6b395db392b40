import { fieldsOf, operationsOf, type ApiDocument, type Operation } from '#areas/programs/web/docs/document.ts'

const snake = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const modelOf = (schema: { readonly $ref?: string } | undefined) =>
  schema?.$ref === undefined ? 'Any' : `models.${schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)}`
const short = (path: string) => path.replace('/public/v1', '')

function method(document: ApiDocument, { id, method: verb, path, parameters, body, upload, answer, summary }: Operation): string {
  const one = path.includes('{id}')
  const at = one ? `f"${short(path)}"` : `"${short(path)}"`
  const query = parameters.some((parameter) => parameter.in === 'query')
  const listed = fieldsOf(document, answer).some(({ name }) => name === 'next_cursor')
  const rows = answer?.$ref?.replace(/Page$/, 'Listed')
  const takes = [
    'self',
    ...(one ? ['id: int'] : []),
    ...(upload ? ['name: str', 'content: bytes'] : body ? [`body: ${modelOf(body)}`] : []),
    ...(verb === 'PUT' ? ['version: int | None = None'] : []),
    ...(query ? ['**query: Value'] : []),
  ]
  const gives = listed ? `Iterator[${modelOf({ ...(rows && { $ref: rows }) })}]` : modelOf(answer)
  const passed = [
    ...(query ? ['query=query'] : []),
    ...(upload ? ['file=(name, content)'] : body ? ['body=body'] : []),
    ...(verb === 'PUT' ? ['version=version'] : []),
  ]
  const call = listed ? `self.pages(${at}, query)` : `self.call(${[`"${verb}"`, at, ...passed].join(', ')})`
  return [`    def ${snake(id)}(${takes.join(', ')}) -> ${gives}:`, `        """${summary}."""`, `        return ${call}`].join('\n')
}

/** The operations of the public API as methods, for Python; what they send and answer is described by models that a generator makes. */
export function pythonOperations(document: ApiDocument): string {
  const methods = [...operationsOf(document).values()].flat().map((operation) => method(document, operation))
  return [
    '"""Every operation of the public API."""',
    '',
    'from __future__ import annotations',
    '',
    'from collections.abc import Iterator',
    ...(methods.some((one) => /\bAny\b/.test(one)) ? ['from typing import Any'] : []),
    '',
    'from . import models',
    'from .transport import Transport, Value',
    '',
    '',
    'class Vigie(Transport):',
    '    """A program that comes in with a key: Vigie("https://vigie.example", key)."""',
    '',
    methods.join('\n\n'),
    '',
  ].join('\n')
}
