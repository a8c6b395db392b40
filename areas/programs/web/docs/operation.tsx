import { useState } from 'react'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Console } from './console.tsx'
import { fieldsOf, type ApiDocument, type FieldLine, type Operation as OperationOf, type Parameter } from './document.ts'
import css from './documentation.module.css'

interface OperationProps {
  readonly api: ApiDocument
  readonly operation: OperationOf
  readonly secret: string
}

const ends = ['/files', '/values', '/findings', '/findings/{id}', '/findings/{id}/lines', '/inventory', '/{id}/history', '/{id}'] as const
const said = {
  'GET ': 'list',
  'POST ': 'create',
  'GET /{id}': 'read',
  'PUT /{id}': 'change',
  'GET /{id}/history': 'history',
  'POST /files': 'files',
  'POST /values': 'values',
  'POST /findings': 'findings',
  'GET /findings/{id}': 'findings_report',
  'GET /findings/{id}/lines': 'findings_lines',
  'POST /inventory': 'inventory',
} as const

/** What an operation does, in the reader's language; what has no words yet is said as the document says it. */
function titleOf({ method, path, summary }: OperationOf, t: WordsOf<'programs'>): string {
  const end = ends.filter((one) => path.endsWith(one)).toSorted((a, b) => b.length - a.length)[0] ?? ''
  const key = `${method} ${end}`
  return key in said ? t(`docs.operations.${said[key as keyof typeof said]}`) : summary
}

/** One operation: closed, what it does and where; open, all that it takes and answers, and a place to try it. */
export function Operation({ api, operation, secret }: OperationProps) {
  const t = useWords('programs')
  const [open, setOpen] = useState(false)
  const { method, path, parameters, body, answer, status, writes, upload } = operation
  return (
    <details className={css.operation} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={css.method} data-writes={writes || undefined}>
          {method}
        </span>
        <Text as="code" breaks size={12} className={css.path}>
          {path}
        </Text>
        <Text tone="soft">{titleOf(operation, t)}</Text>
      </summary>
      {open ? (
        <Stack gap={16} padX={12} padY={12}>
          <Row gap={8} align="center" wrap>
            <Text tone="quiet">{t('docs.needs')}</Text>
            <Tag>{t(writes ? 'docs.scope_write' : 'docs.scope_read', { type: operation.type })}</Tag>
          </Row>
          {parameters.length > 0 ? <Lines title={t('docs.parameters')} lines={parameters.map(parameterLine)} /> : null}
          {body ? <Lines title={t(upload ? 'docs.form' : 'docs.body')} lines={fieldsOf(api, body)} /> : null}
          <Console api={api} operation={operation} secret={secret} />
          {answer ? <Lines title={t('docs.answer', { status })} lines={fieldsOf(api, answer)} /> : null}
          <Text as="p" size={12} tone="quiet">
            {t('docs.refusals')}
          </Text>
        </Stack>
      ) : null}
    </details>
  )
}

function parameterLine({ name, in: place, required = false, description, schema = {} }: Parameter): FieldLine & { readonly place: Parameter['in'] } {
  const [line] = fieldsOf(nothingNamed, { properties: { [name]: schema }, required: required ? [name] : [] })
  return { name, kind: 'text', list: false, nothing: false, required, words: [], bounds: [], ...line, text: description ?? line?.text, place }
}

const nothingNamed: ApiDocument = { paths: {}, components: { schemas: {}, parameters: {} } }

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly (FieldLine & { readonly place?: Parameter['in'] })[] }) {
  const t = useWords('programs')
  return (
    <section aria-label={title}>
      <Text as="h3" size={13} weight={600} below={6}>
        {title}
      </Text>
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={`${line.place ?? ''} ${line.name}`}>
            <Row gap={8} align="baseline" wrap>
              <Text as="code" breaks weight={500} size={12}>
                {line.name}
              </Text>
              <Text size={12} tone="quiet">
                {kindText(line, t)}
              </Text>
              {line.place ? (
                <Text size={12} tone="quiet">
                  {t(`docs.places.${line.place}`)}
                </Text>
              ) : null}
              {line.required ? (
                <Text size={12} tone="warn">
                  {t('docs.required')}
                </Text>
              ) : null}
            </Row>
            {line.text ? (
              <Text as="p" size={12} tone="soft" breaks lang="en">
                {line.text}
              </Text>
            ) : null}
            {line.words.length > 0 ? (
              <Text as="p" size={12} tone="soft" breaks>
                <code>{line.words.join(' ')}</code>
              </Text>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function kindText({ kind, list, nothing, bounds }: FieldLine, t: WordsOf<'programs'>): string {
  const one = t(`docs.kinds.${kind}`)
  return [list ? t('docs.list_of', { kind: one }) : one, ...(nothing ? [t('docs.or_nothing')] : []), ...bounds].join(', ')
}
