import { Lock, Play, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block, Page as Sheet } from '#kit/web/ui/page.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { PasswordInput, TextInput } from '#kit/web/ui/text-input.tsx'
import { useSaving, type ErrorOf } from '#kit/web/ui/use-saving.ts'
import type { ConnectorDefinition, DefinitionField, TestResult } from '#areas/connectors/contract/calls.ts'
import { connectorRhythms, type ConnectorRhythm } from '#areas/connectors/contract/customer-connector.ts'
import { changeService, connectService, testService, type Connector } from './connectors-api.ts'
import css from './connectors.module.css'
import { FeedsTable, feedsFrom, givenFeeds, type FeedLine } from './feeds-table.tsx'
import { Mark, Reads, useReason, useSaid } from './parts.tsx'

interface FormProps {
  readonly definition: ConnectorDefinition
  /** The one that is changed; without it one is connected. */
  readonly row?: Connector
  readonly used: number
  readonly limit: number | null
}

type Typed = Readonly<Record<string, string>>

/** Access, what it feeds, when; beside it always what it reads and why. */
export function ConnectForm({ definition, row, used, limit }: FormProps) {
  const t = useWords('connectors')
  const said = useSaid()
  const navigate = useNavigate()
  const session = useSession()
  const [name, setName] = useState(row?.name ?? said(definition.name))
  const [typed, setTyped] = useState<Typed>(() => firstTyped(definition, row))
  const [replaced, setReplaced] = useState<ReadonlySet<string>>(new Set())
  const [tested, setTested] = useState<TestResult>()
  const [testing, setTesting] = useState(false)
  const [lines, setLines] = useState<readonly FeedLine[]>(() => feedsFrom(definition, row))
  const [register, setRegister] = useState<string | null>(row?.register ? String(row.register.id) : null)
  const [least, setLeast] = useState(String(row?.least_score ?? 70))
  const [rhythm, setRhythm] = useState<ConnectorRhythm>(row?.periodicity ?? 'DAILY')
  const [at, setAt] = useState(row?.run_at ?? '05:00')
  const [worker, setWorker] = useState<string | null>(row?.worker ? String(row.worker.id) : null)
  const { errorOf, remainder, form, busy, save } = useSaving({ above: true, after: renewed })
  // Whose worker it becomes is told the secrets: the server keeps none of them through that.
  const handedOn = worker !== null && worker !== String(row?.worker?.id ?? '')
  const isKept = (field: string) => row !== undefined && !handedOn && !replaced.has(field)
  const config = configOf(definition, typed, isKept)
  const complete =
    name.trim().length >= 2 &&
    /^([01]\d|2[0-3]):[0-5]\d$/.test(at) &&
    definition.fields.every((field) => isFilled(field, typed, isKept(field.name)))
  const touch = (change: () => void) => {
    // What was tried is not what stands there now.
    setTested(undefined)
    change()
  }
  const test = async () => {
    setTesting(true)
    await save(async () => {
      setTested((await testService({ connector: definition.identifier, ...(row && { id: row.id }), config })).object)
      return undefined
    })
    setTesting(false)
  }
  const send = async (run: boolean) => {
    const given = {
      name: name.trim(),
      config,
      feeds: givenFeeds(lines),
      register: definition.produces.includes('issues') && register !== null ? Number(register) : null,
      least_score: definition.produces.includes('issues') ? Number(least) || 0 : null,
      periodicity: rhythm,
      run_at: at,
      worker: worker === null ? null : Number(worker),
    }
    let id = row?.id
    const taken = await save(async () => {
      if (row) return (await changeService(row.id, { ...given, version: row.version })).message
      const { object, message } = await connectService({ ...given, connector: definition.identifier, run })
      id = object.id
      return message
    })
    if (taken && id !== undefined) await navigate({ to: path('/admin/customer_connectors/$id/jobs', { id }) })
  }
  const wrong = remainder()
  return (
    <Sheet canvas>
      <form
        ref={form}
        className={css.connect}
        onSubmit={(event) => {
          event.preventDefault()
          void send(row === undefined && tested?.passed === true)
        }}
      >
        <div className={css.steps}>
          <Block title={t('pages_of.access')}>
            <Stack gap={12}>
              <div className={css.fields}>
                <TextInput
                  label={t('entities.customer_connector.fields.name')}
                  required
                  value={name}
                  maxLength={128}
                  error={errorOf('name')}
                  onChange={(event) => setName(event.target.value)}
                />
                {definition.fields.map((field) => (
                  <ConfigInput
                    key={field.name}
                    field={field}
                    value={typed[field.name] ?? ''}
                    kept={isKept(field.name)}
                    errorOf={errorOf}
                    onReplace={() => touch(() => setReplaced(new Set([...replaced, field.name])))}
                    onChange={(value) => touch(() => setTyped({ ...typed, [field.name]: value }))}
                  />
                ))}
              </div>
              {definition.needs_worker ? (
                <Text tone="soft">{t('pages_of.test_by_worker')}</Text>
              ) : (
                <Row gap={10} align="center" wrap>
                  <Button icon={<RefreshCw size={14} aria-hidden />} loading={testing} disabled={!complete} onClick={() => void test()}>
                    {t(tested ? 'pages_of.test_again' : 'pages_of.test')}
                  </Button>
                </Row>
              )}
              <div role="status">{tested ? <Tested result={tested} definition={definition} /> : null}</div>
            </Stack>
          </Block>
          {definition.produces.includes('metrics') || definition.produces.includes('issues') ? (
            <Block title={t('pages_of.feeds')}>
              <Stack gap={16}>
                {definition.produces.includes('metrics') ? (
                  <FeedsTable
                    definition={definition}
                    lines={lines}
                    missing={tested?.missing ?? []}
                    errorOf={errorOf}
                    onChange={setLines}
                    preview={{ connector: definition.identifier, ...(row && { id: row.id }), config }}
                  />
                ) : null}
                {definition.produces.includes('issues') ? (
                  <div className={css.fields}>
                    <RowSelect
                      entity="gap_register"
                      label={t('entities.customer_connector.fields.register')}
                      help={t('pages_of.register_hint')}
                      value={register}
                      error={errorOf('register')}
                      onChange={setRegister}
                    />
                    <TextInput
                      label={t('entities.customer_connector.fields.least_score')}
                      help={t('pages_of.least_hint')}
                      inputMode="numeric"
                      value={least}
                      error={errorOf('least_score')}
                      onChange={(event) => setLeast(event.target.value.replaceAll(/\D/g, '').slice(0, 3))}
                    />
                  </div>
                ) : null}
              </Stack>
            </Block>
          ) : null}
          <Block title={t('pages_of.when')}>
            <Stack gap={8}>
              <div className={css.fields}>
                <Select
                  label={t('entities.customer_connector.fields.periodicity')}
                  value={rhythm}
                  options={connectorRhythms.map((value) => ({ value, label: t(`entities.customer_connector.choices.periodicity.${value}`) }))}
                  onChange={(value) => setRhythm(connectorRhythms.find((one) => one === value) ?? 'DAILY')}
                />
                <TextInput
                  label={t('pages_of.at', { zone: session.time_zone })}
                  value={at}
                  maxLength={5}
                  placeholder="05:00"
                  error={errorOf('run_at')}
                  onChange={(event) => setAt(event.target.value)}
                />
                {definition.kind === 'TICKETING' ? null : (
                  <RowSelect
                    entity="worker"
                    label={t('pages_of.from')}
                    placeholder={t('pages_of.this_server')}
                    value={worker}
                    error={errorOf('worker')}
                    onChange={setWorker}
                  />
                )}
              </div>
              <Text as="p" size={12} tone="quiet">
                {t('pages_of.when_text', { rhythm })}
              </Text>
            </Stack>
          </Block>
          {wrong ? (
            <Text as="p" role="alert" tone="bad">
              {wrong}
            </Text>
          ) : null}
          <div className={css.foot}>
            <Button
              variant="subtle"
              onClick={() => void navigate({ to: row ? path('/admin/customer_connectors/$id/jobs', { id: row.id }) : path('/admin/customer_connectors') })}
            >
              {t('pages_of.cancel')}
            </Button>
            {row ? (
              <Button type="submit" variant="primary" loading={busy && !testing} disabled={!complete}>
                {t('pages_of.save')}
              </Button>
            ) : (
              <>
                <Button loading={busy && !testing} disabled={!complete} onClick={() => void send(false)}>
                  {t('pages_of.save_later')}
                </Button>
                {tested?.passed || definition.needs_worker ? (
                  <Button
                    variant="primary"
                    icon={<Play size={14} aria-hidden />}
                    loading={busy && !testing}
                    disabled={!complete}
                    onClick={() => void send(true)}
                  >
                    {t('pages_of.connect_and_run')}
                  </Button>
                ) : null}
              </>
            )}
          </div>
        </div>
        <aside aria-label={said(definition.name)}>
          <Block
            title={said(definition.name)}
            sub={[definition.api, ...(definition.needs_worker ? [t('pages_of.needs_worker')] : [])].join(' · ')}
            aside={<Mark mark={definition.mark} large />}
          >
            <Stack gap={14}>
              <Reads definition={definition} />
              {row ? null : (
                <section aria-label={t('pages_of.happens')}>
                  <Text as="h3" size={13} weight={600} below={6}>
                    {t('pages_of.happens')}
                  </Text>
                  <ul>
                    <li>{t('pages_of.happens_metrics', { count: givenFeeds(lines).length })}</li>
                    {definition.produces.includes('issues') ? <li>{t(register === null ? 'pages_of.happens_no_gaps' : 'pages_of.happens_gaps')}</li> : null}
                    {limit === null ? null : <li>{t('pages_of.happens_quota', { used: used + 1, limit })}</li>}
                  </ul>
                </section>
              )}
            </Stack>
          </Block>
        </aside>
      </form>
    </Sheet>
  )
}

const firstTyped = (definition: ConnectorDefinition, row: Connector | undefined): Typed =>
  Object.fromEntries(
    definition.fields.map(({ name, type, initial }) => [name, type === 'password' ? '' : String(row?.settings?.[name] ?? (row ? '' : (initial ?? '')))]),
  )

const isFilled = ({ name, type, required }: DefinitionField, typed: Typed, kept: boolean) =>
  !required || (type === 'password' && kept) || (typed[name] ?? '').trim() !== ''

/** By the names of its fields; a secret that is kept is left out. */
function configOf({ fields }: ConnectorDefinition, typed: Typed, isKept: (field: string) => boolean): Record<string, string | null> {
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => (type === 'password' && isKept(name) ? [] : [[name, (typed[name] ?? '').trim() || null]])),
  )
}

interface ConfigInputProps {
  readonly field: DefinitionField
  readonly value: string
  /** A secret is stored. */
  readonly kept: boolean
  readonly errorOf: ErrorOf
  readonly onReplace: () => void
  readonly onChange: (value: string) => void
}

function ConfigInput({ field: { name, type, label, hint, required, choices = [] }, value, kept, errorOf, onReplace, onChange }: ConfigInputProps) {
  const t = useWords('connectors')
  const said = useSaid()
  const shared = { label: said(label), ...(hint && { help: said(hint) }), required, error: errorOf(`config.${name}`) }
  if (type === 'choice')
    return (
      <Select
        {...shared}
        value={value || null}
        options={choices.map((choice) => ({ value: choice.value, label: said(choice.label) }))}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  if (type === 'password' && kept)
    return (
      <div>
        <Text as="p" size={12} weight={500} below={4}>
          {said(label)}
        </Text>
        <Row gap={8} align="center">
          <Lock size={14} aria-hidden />
          <Text tone="quiet">{t('pages_of.stored')}</Text>
          <Button size="sm" variant="link" onClick={onReplace}>
            {t('pages_of.replace')}
            <Text spoken> {said(label)}</Text>
          </Button>
        </Row>
        {shared.error ? (
          <Text as="p" size={12} tone="bad">
            {shared.error}
          </Text>
        ) : null}
      </div>
    )
  const control = { ...shared, value, autoComplete: 'off', onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
  if (type === 'password') return <PasswordInput {...control} autoComplete="new-password" />
  return <TextInput {...control} type={type === 'url' ? 'url' : 'text'} {...(type === 'number' && { inputMode: 'numeric' as const })} />
}

/** Whether it was reached, as whom, and what stays empty for want of a right. */
function Tested({ result, definition }: { readonly result: TestResult; readonly definition: ConnectorDefinition }) {
  const t = useWords('connectors')
  const format = useFormat()
  const said = useSaid()
  const reason = useReason()
  if (!result.passed)
    return (
      <p className={css.said} data-tone="bad">
        <Text weight={600}>{reason(result.reason)}</Text> {result.told ? t('pages_of.it_said', { told: result.told }) : ''}
      </p>
    )
  return (
    <Stack gap={8}>
      <p className={css.said}>
        <Text weight={600}>{t('pages_of.reached', { as: result.as ?? '' })}</Text>{' '}
        {t('pages_of.may_read', { what: result.may_read.map(said).join(', '), seconds: format.number(result.took / 1000, 1) })}
      </p>
      {result.missing.map((right) => (
        <p key={right} className={css.said} data-tone="warn">
          <Text weight={600}>{t('pages_of.missing', { right })}</Text>{' '}
          {t('pages_of.stays_empty', {
            metrics: definition.metrics
              .filter((metric) => metric.right === right)
              .map((metric) => said(metric.name))
              .join(', '),
          })}
        </p>
      ))}
    </Stack>
  )
}

interface RowSelectProps {
  readonly entity: string
  readonly label: string
  readonly help?: string
  readonly placeholder?: string
  readonly value: string | null
  readonly error?: string | undefined
  readonly onChange: (value: string | null) => void
}

/** A row of an entity, found by typing. */
export function RowSelect({ entity, label, value, onChange, ...rest }: RowSelectProps) {
  const [search, setSearch] = useState('')
  const { options, more, busy, failed } = useOptions(entity, search, true)
  return (
    <Select
      {...rest}
      label={label}
      clearable
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
