import { Eye, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { failureText } from '#kit/web/api/client.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { ErrorOf } from '#kit/web/ui/use-saving.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import type { connect, ConnectorDefinition, Preview, testConnector } from '#areas/connectors/contract/calls.ts'
import { previewService, type Connector } from './connectors-api.ts'
import css from './connectors.module.css'
import { useReason, useSaid } from './parts.tsx'

/** A metric in a perimeter as it is chosen. */
export interface FeedLine {
  readonly n: number
  readonly on: boolean
  readonly key: string
  readonly parameters: Readonly<Record<string, string>>
  readonly perimeter: string | null
  readonly metric?: number
  /** Of what the service does not name. */
  readonly name: string
}

const takings = ['sum', 'count', 'average', 'minimum', 'maximum', 'first'] as const

/** What is fed, then what could be. */
export function feedsFrom(definition: ConnectorDefinition, row: Connector | undefined): FeedLine[] {
  const fed = (row?.feeds ?? []).map(({ key, parameters, metric, perimeter }, n) => ({
    n,
    on: true,
    key,
    parameters,
    perimeter: String(perimeter),
    metric,
    name: '',
  }))
  const others = definition.metrics.filter(({ key }) => !fed.some((line) => line.key === key))
  return [
    ...fed,
    ...others.map(({ key, parameters = [] }, n) => ({
      n: fed.length + n,
      on: row === undefined,
      key,
      parameters: Object.fromEntries(parameters.map(({ name, initial }) => [name, String(initial ?? '')])),
      perimeter: null,
      name: '',
    })),
  ]
}

/** Those that are chosen, with a place. */
export const givenFeeds = (lines: readonly FeedLine[]): NonNullable<BodyOf<typeof connect>['feeds']> =>
  lines.flatMap(({ on, key, parameters, perimeter, metric, name }) =>
    on && perimeter !== null && key.trim() !== ''
      ? [
          {
            key: key.trim(),
            parameters,
            perimeter: Number(perimeter),
            ...(metric !== undefined && { metric }),
            ...(name.trim() !== '' && { name: name.trim() }),
          },
        ]
      : [],
  )

interface TableProps {
  readonly definition: ConnectorDefinition
  readonly lines: readonly FeedLine[]
  /** Rights that the last test found missing. */
  readonly missing: readonly string[]
  readonly errorOf: ErrorOf
  readonly onChange: (lines: readonly FeedLine[]) => void
  readonly preview: BodyOf<typeof testConnector>
}

/** The metrics that a connector fills, each with its perimeter. */
export function FeedsTable({ definition, lines, missing, errorOf, onChange, preview }: TableProps) {
  const t = useWords('connectors')
  const own = definition.metrics.length === 0
  const change = (n: number, changes: Partial<FeedLine>) => onChange(lines.map((line) => (line.n === n ? { ...line, ...changes } : line)))
  const add = (line: Omit<FeedLine, 'n'>) => onChange([...lines, { ...line, n: 1 + Math.max(-1, ...lines.map(({ n }) => n)) }])
  let sent = -1
  return (
    <Stack gap={12}>
      {lines.map((line) => {
        // The server names what it refuses by its place among those that were sent.
        if (line.on && line.perimeter !== null && line.key.trim() !== '') sent += 1
        const at = sent
        const errorHere = (field: string) => (line.on ? errorOf(`feeds.${at}.${field}`) : undefined)
        return own ? (
          <OwnLine
            key={line.n}
            line={line}
            errorOf={errorHere}
            preview={preview}
            onChange={(changes) => change(line.n, changes)}
            onRemove={() => onChange(lines.filter(({ n }) => n !== line.n))}
          />
        ) : (
          <KnownLine
            key={line.n}
            definition={definition}
            line={line}
            missing={missing}
            errorOf={errorHere}
            onChange={(changes) => change(line.n, changes)}
            onAgain={() => add({ ...line, on: true })}
          />
        )
      })}
      {own ? (
        <Row>
          <Button
            size="sm"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => add({ on: true, key: '', parameters: { take: 'sum' }, perimeter: lines.at(-1)?.perimeter ?? null, name: '' })}
          >
            {t('pages_of.add_metric')}
          </Button>
        </Row>
      ) : null}
    </Stack>
  )
}

function PerimeterSelect({
  value,
  error,
  onChange,
}: {
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (value: string | null) => void
}) {
  const t = useWords('connectors')
  const [search, setSearch] = useState('')
  const { options, more, busy, failed } = useOptions('perimeter', search, true)
  return (
    <Select
      label={t('pages_of.perimeter')}
      error={error}
      value={value}
      options={options.map(({ id, name }) => namedOption(id, name ?? ''))}
      onSearch={setSearch}
      more={more}
      loading={busy}
      failed={failed}
      onChange={onChange}
    />
  )
}

interface KnownProps {
  readonly definition: ConnectorDefinition
  readonly line: FeedLine
  readonly missing: readonly string[]
  readonly errorOf: ErrorOf
  readonly onChange: (changes: Partial<FeedLine>) => void
  readonly onAgain: () => void
}

/** A metric that the service knows. */
function KnownLine({ definition, line, missing, errorOf, onChange, onAgain }: KnownProps) {
  const t = useWords('connectors')
  const said = useSaid()
  const metric = definition.metrics.find(({ key }) => key === line.key)
  if (!metric) return null
  const withheld = metric.right !== undefined && missing.includes(metric.right)
  return (
    <div className={css.fields}>
      <div>
        <Checkbox label={said(metric.name)} checked={line.on} onChange={(event) => onChange({ on: event.target.checked })} />
        <Text as="p" size={12} tone={withheld ? 'warn' : 'quiet'}>
          {withheld ? t('pages_of.right_missing', { right: metric.right ?? '' }) : said(metric.description)}
        </Text>
        {metric.parameters && line.on && line.metric === undefined ? (
          <Button size="sm" variant="link" onClick={onAgain}>
            {t('pages_of.once_more')}
            <Text spoken> {said(metric.name)}</Text>
          </Button>
        ) : null}
      </div>
      {line.on ? (
        <PerimeterSelect value={line.perimeter} error={errorOf('perimeter') ?? errorOf('key')} onChange={(perimeter) => onChange({ perimeter })} />
      ) : null}
      {line.on
        ? (metric.parameters ?? []).map(({ name, label, hint, choices }) => {
            const shared = { label: said(label), ...(hint && { help: said(hint) }) }
            const set = (value: string) => onChange({ parameters: { ...line.parameters, [name]: value } })
            return choices ? (
              <Select
                key={name}
                {...shared}
                value={line.parameters[name] ?? null}
                options={choices.map((choice) => ({ value: choice.value, label: said(choice.label) }))}
                onChange={(value) => set(value ?? '')}
              />
            ) : (
              <TextInput key={name} {...shared} value={line.parameters[name] ?? ''} maxLength={500} onChange={(event) => set(event.target.value)} />
            )
          })
        : null}
    </div>
  )
}

interface OwnProps {
  readonly line: FeedLine
  readonly errorOf: ErrorOf
  readonly preview: BodyOf<typeof testConnector>
  readonly onChange: (changes: Partial<FeedLine>) => void
  readonly onRemove: () => void
}

/** A metric of one’s own: an expression, what is made of what it names, and what that is called. */
function OwnLine({ line, errorOf, preview, onChange, onRemove }: OwnProps) {
  const t = useWords('connectors')
  const format = useFormat()
  const reason = useReason()
  const [seen, setSeen] = useState<Preview>()
  const [busy, setBusy] = useState(false)
  const take = takings.find((one) => one === line.parameters['take']) ?? 'sum'
  const look = async () => {
    setBusy(true)
    await previewService({ ...preview, path: line.key.trim(), take }).then(
      ({ object }) => setSeen(object),
      (refused: unknown) => toast.error(failureText(refused)),
    )
    setBusy(false)
  }
  return (
    <Stack gap={8}>
      <div className={css.fields}>
        {line.metric === undefined ? (
          <TextInput
            label={t('pages_of.metric_name')}
            required
            value={line.name}
            maxLength={128}
            error={errorOf('name')}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        ) : null}
        <TextInput
          label={t('pages_of.path')}
          help={t('pages_of.path_hint')}
          required
          value={line.key}
          maxLength={500}
          error={errorOf('key')}
          onChange={(event) => {
            setSeen(undefined)
            onChange({ key: event.target.value })
          }}
        />
        <Select
          label={t('pages_of.take')}
          value={take}
          options={takings.map((value) => ({ value, label: t(`takings.${value}`) }))}
          onChange={(value) => onChange({ parameters: { ...line.parameters, take: value ?? 'sum' } })}
        />
        <PerimeterSelect value={line.perimeter} error={errorOf('perimeter')} onChange={(perimeter) => onChange({ perimeter })} />
      </div>
      <Row gap={8} align="center">
        <Button size="sm" icon={<Eye size={14} aria-hidden />} loading={busy} disabled={line.key.trim() === ''} onClick={() => void look()}>
          {t('pages_of.preview')}
        </Button>
        <IconButton label={t('pages_of.remove_metric', { name: line.name || line.key })} onClick={onRemove}>
          <Trash2 size={15} />
        </IconButton>
      </Row>
      <div role="status">
        {seen ? (
          seen.reason === null ? (
            <p className={css.said}>
              <Text weight={600} figures>
                {t('pages_of.previewed', { value: seen.value === null ? '—' : format.number(seen.value), count: seen.total })}
              </Text>{' '}
              {seen.nodes.slice(0, 5).join(', ')}
            </p>
          ) : (
            <p className={css.said} data-tone="bad">
              <Text weight={600}>{reason(seen.reason)}</Text> {seen.told ? t('pages_of.it_said', { told: seen.told }) : ''}
            </p>
          )
        ) : null}
      </div>
    </Stack>
  )
}
