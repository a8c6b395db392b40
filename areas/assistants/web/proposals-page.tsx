import { Bot } from 'lucide-react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useAsk, useAsked } from '#kit/web/navigation.ts'
import { SearchBox } from '#kit/web/resource/search-box.tsx'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ListControls } from '#kit/web/ui/head-slot.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, Nothing, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { proposalDays, type ListState, type ProposalLine } from '#areas/assistants/contract/proposals.ts'
import { OneProposal } from './one-proposal.tsx'
import { useProposals } from './proposals-api.ts'
import css from './proposals.module.css'

/** What assistants propose: nothing of it is done before somebody accepts it. */
export function Page() {
  const t = useWords('assistants')
  const ask = useAsk<'/reviews/proposals'>()
  const asked = useAsked<'/reviews/proposals'>()
  const state = asked.state === 'DECIDED' ? 'DECIDED' : 'WAITING'
  const search = typeof asked.q === 'string' ? asked.q : ''
  const id = Number.isSafeInteger(Number(asked.id)) && Number(asked.id) > 0 ? Number(asked.id) : undefined
  const list = useProposals({ state, search })
  const [first] = list.data?.pages ?? []
  const lines = list.data?.pages.flatMap(({ objects }) => objects)
  return (
    <Sheet>
      <ListControls>
        <SearchBox label={t('proposals.search')} value={search} onChange={(q) => ask({ q: q || undefined }, true)} />
      </ListControls>
      <div className={css.page} data-open={id !== undefined || undefined}>
        <Stack as="nav" shortens className={css.side} aria-label={t('pages.proposals')}>
          <Tabs
            label={t('pages.proposals')}
            value={state}
            onChange={(value) => ask({ state: value === 'DECIDED' ? value : undefined, id: undefined }, true)}
            tabs={[
              { value: 'WAITING', label: t('proposals.waiting'), count: first?.waiting },
              { value: 'DECIDED', label: t('proposals.decided'), count: first?.decided },
            ]}
          />
          <div className={css.list}>
            {list.error ? (
              <ErrorState reason={list.error} onRetry={() => void list.refetch()} />
            ) : !lines ? (
              <SkeletonRows count={6} />
            ) : lines.length > 0 ? (
              <ul>
                {lines.map((line) => (
                  <Line key={line.id} line={line} current={line.id === id} state={state} search={search} />
                ))}
              </ul>
            ) : search ? (
              <Nothing title={t('proposals.no_match')} />
            ) : state === 'WAITING' ? (
              <EmptyState title={t('proposals.none')} text={t('proposals.none_text')} />
            ) : (
              <EmptyState title={t('proposals.none_decided')} />
            )}
            {list.hasNextPage ? (
              <Row padX={12} padY={12}>
                <Button onClick={() => void list.fetchNextPage()}>{t('proposals.more')}</Button>
              </Row>
            ) : null}
          </div>
          <Text as="p" size={12} tone="quiet" className={css.rule}>
            {t('proposals.rule', { days: proposalDays })}
          </Text>
        </Stack>
        <div className={css.main}>
          {id === undefined ? (
            <EmptyState title={t('proposals.select')} text={t('proposals.select_text')} />
          ) : (
            <OneProposal key={id} id={id} onBack={() => ask({ id: undefined }, true)} />
          )}
        </div>
      </div>
    </Sheet>
  )
}

interface LineProps {
  readonly line: ProposalLine
  readonly current: boolean
  readonly state: ListState
  readonly search: string
}

function Line({ line, current, state, search }: LineProps) {
  const t = useWords('assistants')
  const format = useFormat()
  const { id, title, assistant, made_at: made, changes, open, accepted, refused } = line
  const done = accepted + refused
  const [look, word] =
    state === 'WAITING'
      ? done > 0
        ? ([looks.ongoing, t('proposals.some_decided', { done, all: changes })] as const)
        : ([looks.waiting, t('proposals.states.WAITING')] as const)
      : accepted > 0
        ? ([looks.done, t('proposals.states.YES')] as const)
        : refused > 0
          ? ([looks.off, t('proposals.states.NO')] as const)
          : ([looks.off, t('proposals.states.ENDED')] as const)
  return (
    <li className={css.line} data-on={current || undefined}>
      <Bot size={16} aria-hidden />
      <Stack gap={4} narrows grow>
        <Link
          to={path('/reviews/proposals', { id, ...(state === 'DECIDED' && { state }), ...(search && { q: search }) })}
          aria-current={current ? 'true' : undefined}
          className={css.title}
        >
          {title}
        </Link>
        <Text size={12} tone="quiet">
          {assistant} · {format.dateTime(made)}
        </Text>
        <Row gap={8} align="center" wrap size={12}>
          <StatusBadge {...look}>{word}</StatusBadge>
          <Text tone="quiet">{t('proposals.changes', { count: state === 'WAITING' && done > 0 ? open : changes })}</Text>
        </Row>
      </Stack>
    </li>
  )
}
