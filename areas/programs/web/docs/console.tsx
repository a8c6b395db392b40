import { Copy, Send } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { keyHeader } from '#areas/programs/contract/calls.ts'
import { addressOf, commandOf, exampleOf, type ApiDocument, type Operation, type Parameter } from './document.ts'
import css from './documentation.module.css'

interface ConsoleProps {
  readonly api: ApiDocument
  readonly operation: Operation
  readonly secret: string
}

interface Answer {
  readonly status: number
  readonly done: boolean
  readonly ms: number
  readonly left: string | null
  readonly text: string
}

/** Longer answers are cut: they are to be looked at, and not to be kept. */
const shown = 50_000

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Tries an operation with the reader's own key, which is sent with the request and kept nowhere; nothing of the session goes with it. */
export function Console({ api, operation, secret }: ConsoleProps) {
  const t = useWords('programs')
  const format = useFormat()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [body, setBody] = useState(() => (operation.body && !operation.upload ? exampleOf(api, operation.body) : ''))
  const [file, setFile] = useState<File>()
  const [sending, setSending] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const [failure, setFailure] = useState<string>()
  const asked = { operation, values }
  const command = commandOf({ ...asked, origin: location.origin, body, file: file?.name })
  const lacking = operation.parameters.some(({ name, required }) => required === true && !values[name]?.trim()) || (operation.upload && !file)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (secret === '' || lacking) return
    setSending(true)
    setFailure(undefined)
    try {
      setAnswer(await transmitted(asked, { secret, body, file }))
    } catch {
      setAnswer(undefined)
      setFailure(t('docs.failed'))
    } finally {
      setSending(false)
    }
  }

  return (
    <Stack
      as="form"
      gap={12}
      edge="all"
      corner={8}
      padX={12}
      padY={12}
      aria-label={t('docs.try_it', { operation: operation.id })}
      onSubmit={(event) => void send(event)}
    >
      <Text as="h3" size={13} weight={600}>
        {t('keys.try_it')}
      </Text>
      <Asked parameters={operation.parameters.filter((one) => !isFurther(one))} values={values} onChange={setValues} />
      {operation.parameters.some(isFurther) ? (
        <details>
          <Box as="summary" padY={4} tone="soft" className={css.summary}>
            {t('docs.filters')}
          </Box>
          <Asked parameters={operation.parameters.filter(isFurther)} values={values} onChange={setValues} />
        </details>
      ) : null}
      {operation.upload ? (
        <Field label={t('docs.file')} required>
          {(control) => <input type="file" {...control} onChange={(event) => setFile(event.target.files?.[0])} />}
        </Field>
      ) : null}
      {operation.body && !operation.upload ? (
        <TextArea label={t('docs.body')} rows={6} value={body} spellCheck={false} className={css.typed} onChange={(event) => setBody(event.target.value)} />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <pre className={css.code} tabIndex={0} aria-label={t('docs.command')}>
        {command}
      </pre>
      <Row gap={8} align="center" wrap>
        <Button type="submit" variant="primary" icon={<Send size={14} aria-hidden />} loading={sending} disabled={secret === '' || lacking}>
          {t(operation.writes && operation.method !== 'GET' ? 'docs.send_write' : 'docs.send')}
        </Button>
        <Button icon={<Copy size={14} aria-hidden />} onClick={() => void copy(command, t('keys.copied'), t('keys.not_copied'))}>
          {t('docs.copy')}
        </Button>
        {secret === '' ? (
          <Text size={12} tone="quiet">
            {t('docs.no_key')}
          </Text>
        ) : null}
      </Row>
      <div aria-live="polite">
        {failure === undefined ? null : (
          <Text as="p" tone="bad">
            {failure}
          </Text>
        )}
        {answer ? (
          <Stack gap={8}>
            <Row gap={8} align="center" wrap>
              <StatusBadge tone={answer.done ? 'success' : 'bad'}>{String(answer.status)}</StatusBadge>
              <Text size={12} tone="quiet" figures>
                {[t('docs.took', { ms: format.number(answer.ms) }), ...(answer.left === null ? [] : [t('docs.left', { count: Number(answer.left) })])].join(
                  ' · ',
                )}
              </Text>
            </Row>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
            <pre className={css.code} data-answer tabIndex={0} aria-label={t('docs.answered')}>
              {answer.text.length > shown ? `${answer.text.slice(0, shown)}\n…` : answer.text}
            </pre>
          </Stack>
        ) : null}
      </div>
    </Stack>
  )
}

/** What most requests do without. */
const isFurther = ({ name, in: place, required }: Parameter) => place === 'query' && required !== true && !['limit', 'sort', 'cursor'].includes(name)

interface AskedProps {
  readonly parameters: readonly Parameter[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (values: Readonly<Record<string, string>>) => void
}

const Asked = ({ parameters, values, onChange }: AskedProps) =>
  parameters.length > 0 ? (
    <Grid gap={12} className={css.fields}>
      {parameters.map(({ name, required }) => (
        <TextInput
          key={name}
          label={name}
          required={required === true}
          value={values[name] ?? ''}
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
        />
      ))}
    </Grid>
  ) : null

interface Sent {
  readonly secret: string
  readonly body: string
  readonly file: File | undefined
}

async function transmitted(
  asked: { readonly operation: Operation; readonly values: Readonly<Record<string, string>> },
  { secret, body, file }: Sent,
): Promise<Answer> {
  const { operation, values } = asked
  const headers = new Headers({ [keyHeader]: secret })
  for (const { name, in: place } of operation.parameters) if (place === 'header' && values[name]?.trim()) headers.set(name, values[name].trim())
  const form = new FormData()
  if (operation.upload && file) form.set('file', file)
  const json = operation.body !== undefined && !operation.upload
  if (json) headers.set('content-type', 'application/json')
  const begun = performance.now()
  const answer = await fetch(addressOf(asked), {
    method: operation.method,
    headers,
    credentials: 'omit',
    ...(operation.upload ? { body: form } : json ? { body } : {}),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    done: answer.ok,
    ms: Math.round(performance.now() - begun),
    left: answer.headers.get('ratelimit-remaining'),
    text: pretty(text),
  }
}

const copy = (text: string, done: string, failed: string) =>
  navigator.clipboard.writeText(text).then(
    () => toast.success(done),
    () => toast.warning(failed),
  )
