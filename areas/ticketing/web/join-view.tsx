import { ArrowLeftRight, Send } from 'lucide-react'
import { useState } from 'react'
import { loadingError } from '#kit/web/api/loading-error.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk } from '#kit/web/navigation.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox, Switch } from '#kit/web/ui/check.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import type { JoinRow, Joins, WholeJoin } from '#areas/ticketing/contract/calls.ts'
import { attentionPage, alongs, type Along } from '#areas/ticketing/contract/tables.ts'
import { Attention } from './attention.tsx'
import { StateTables } from './state-tables.tsx'
import { changeOne, leaveOne, said, sendAlong, useJoin } from './tickets-api.ts'
import css from './tickets.module.css'

interface JoinViewProps {
  readonly row: JoinRow
  readonly connector: Joins['object']
  readonly edits: boolean
}

/** One plan and its project: what is joined, what means what, what goes along, and beside it what waits for somebody. */
export function JoinView({ row, connector, edits }: JoinViewProps) {
  const [most, setMost] = useState(attentionPage)
  const join = useJoin(row.id, most)
  const lost = loadingError(join)
  if (lost) return <ErrorState reason={lost} onRetry={() => void join.refetch()} />
  if (!join.data) return <SkeletonRows count={14} />
  // A new version is a new beginning: what was chosen stood on the one before.
  return <Loaded key={join.data.version} join={join.data} connector={connector} edits={edits} onMore={() => setMost(most + attentionPage)} />
}

interface LoadedProps {
  readonly join: WholeJoin
  readonly connector: Joins['object']
  readonly edits: boolean
  readonly onMore: () => void
}

function Loaded({ join, connector, edits, onMore }: LoadedProps) {
  const isPhone = usePhone()
  const changes = edits && !isPhone
  const save = (some: Partial<Pick<WholeJoin, 'enabled' | 'at_once' | 'along' | 'sends' | 'takes'>>) => {
    const { version, enabled, at_once, along, sends, takes } = join
    return said(changeOne(join.id, { version, enabled, at_once, along, sends, takes, ...some }))
  }
  return (
    <>
      <Stack gap={16} className={css.middle}>
        <Place join={join} connector={connector} edits={edits} changes={changes} onSave={save} />
        <StateTables join={join} service={connector.service} changes={changes} onSave={save} />
        <AlongBlock join={join} service={connector.service} changes={changes} onSave={save} />
      </Stack>
      <Attention join={join} service={connector.service} onMore={onMore} />
    </>
  )
}

interface PartProps {
  readonly join: WholeJoin
  readonly changes: boolean
  readonly onSave: (some: Partial<Pick<WholeJoin, 'enabled' | 'at_once' | 'along' | 'sends' | 'takes'>>) => Promise<boolean>
}

function Place({ join, connector, edits, changes, onSave }: PartProps & Pick<LoadedProps, 'connector' | 'edits'>) {
  const t = useWords('ticketing')
  const ask = useAsk<'/admin/customer_connectors/$id/tickets'>()
  const { service } = connector
  const send = async () => {
    const title = t('send_title')
    const message = t('send_text', { count: join.older, project: join.project_name })
    if (await confirm({ title, message, confirm: t('send'), count: join.older })) await said(sendAlong(join.id))
  }
  const leave = async () => {
    const [title, message] = [t('unjoin_title', { name: join.of.name }), t('unjoin_text', { service })]
    if (!(await confirm({ title, message, confirm: t('unjoin'), danger: true }))) return
    if (await said(leaveOne(join.id))) ask({ join: undefined }, true)
  }
  return (
    <Block
      title={t('place')}
      aside={
        changes ? (
          <Row gap={12} align="center">
            <Button variant="subtle" size="sm" onClick={() => void leave()}>
              {t('unjoin')}
            </Button>
            <Switch label={t('joined')} checked={join.enabled} onChange={() => void onSave({ enabled: !join.enabled })} />
          </Row>
        ) : null
      }
    >
      <div className={css.pair}>
        <Side name={join.of.name} text={[join.of.identifier, t(`rows.${join.kind}`, { count: join.rows })].filter(Boolean).join(' · ')} />
        <ArrowLeftRight size={16} aria-hidden />
        <Side name={join.project_name} text={[join.project, t('type', { type: join.type }), t('tickets', { count: join.tickets })].join(' · ')} />
      </div>
      {join.older > 0 ? (
        <Row gap={8} align="center" wrap above={12} padX={12} padY={8} edge="all" corner={6} fill="subtle">
          <Send size={14} aria-hidden />
          <Text grow narrows>
            {t(`older.${join.kind}`, { count: join.older })} {join.older_unknown > 0 ? t('older_unknown', { count: join.older_unknown, service }) : null}
          </Text>
          {edits && join.enabled ? (
            <Button size="sm" onClick={() => void send()}>
              {t(`send_older.${join.kind}`, { count: join.older })}
            </Button>
          ) : null}
        </Row>
      ) : null}
    </Block>
  )
}

const Side = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <Stack gap={2} edge="all" corner={6} padX={12} padY={10} narrows>
    <Text weight={550} breaks>
      {name}
    </Text>
    <Text size={12} tone="quiet">
      {text}
    </Text>
  </Stack>
)

function AlongBlock({ join, service, changes, onSave }: PartProps & { readonly service: string }) {
  const t = useWords('ticketing')
  const [busy, setBusy] = useState(false)
  const save = async (some: Parameters<PartProps['onSave']>[0]) => {
    setBusy(true)
    await onSave(some)
    setBusy(false)
  }
  const toggle = (one: Along) => void save({ along: join.along.includes(one) ? join.along.filter((other) => other !== one) : [...join.along, one] })
  const offered = join.kind === 'remediation' ? alongs : alongs.filter((one) => one !== 'priority')
  return (
    <Block title={t('along')}>
      <div className={css.options}>
        {offered.map((one) => (
          <Checkbox
            key={one}
            label={
              <span>
                {t(`alongs.${one}`, { service })}{' '}
                {one === 'assignee' && join.people > 0 ? (
                  <Text tone="quiet">{t('found', { found: String(join.people_found), all: String(join.people) })}</Text>
                ) : null}
              </span>
            }
            checked={join.along.includes(one)}
            disabled={!changes || busy}
            onChange={() => toggle(one)}
          />
        ))}
        <Checkbox label={t(`at_once.${join.kind}`)} checked={join.at_once} disabled={!changes || busy} onChange={() => void save({ at_once: !join.at_once })} />
      </div>
    </Block>
  )
}
