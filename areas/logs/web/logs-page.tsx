import { Download, X } from 'lucide-react'
import { useState } from 'react'
import { deeds } from '#areas/logs/contract/deeds.ts'
import { entriesOfFile, pageOfLog, type exportLog } from '#areas/logs/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { fetchExport } from '#kit/web/api/fetch-export.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked } from '#kit/web/navigation.ts'
import { SearchBox } from '#kit/web/resource/search-box.tsx'
import type { Asked } from '#kit/web/route.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, Nothing, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { ChainSide } from './chain-side.tsx'
import { useChain, useFound, useKinds, useLog, usePeople, type Filters } from './log-api.ts'
import { LogTable } from './log-table.tsx'
import css from './logs.module.css'

const day = /^\d{4}-\d{2}-\d{2}$/
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const number = (value: unknown): number | undefined => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

/** What the address asks for; what is none of it is left out. */
function useFilters(): { filters: Filters; before: number | undefined; entry: number | undefined } {
  const asked = useAsked<'/admin/logs'>()
  const deed = deeds.find((one) => one === asked.deed)
  const object = /^[a-z][a-z_]*:[1-9]\d*$/.test(text(asked.object) ?? '') ? text(asked.object) : undefined
  const kind = /^[a-z][a-z_]*$/.test(text(asked.kind) ?? '') ? text(asked.kind) : undefined
  const [from, to] = [text(asked.from), text(asked.to)]
  const person = number(asked.person)
  return {
    filters: {
      ...(text(asked.q) && { search: text(asked.q) }),
      ...(deed && { deed }),
      ...(kind && { kind }),
      ...(person && { person }),
      ...(object && { object }),
      ...(from && day.test(from) && { from }),
      ...(to && day.test(to) && { to }),
    },
    before: number(asked.before),
    entry: number(asked.entry),
  }
}

/** Everything that was done, by whom and on what, with the chain that proves it (ADM-19). */
export function Page() {
  const t = useWords('logs')
  const format = useFormat()
  const ask = useAsk<'/admin/logs'>()
  const { filters, before, entry } = useFilters()
  const log = useLog(filters, before)
  const chain = useChain()
  const found = useFound(filters, log.data)
  const filtered = Object.keys(filters).length > 0
  const change = (next: Asked<'/admin/logs'>) => ask({ ...next, before: undefined, entry: undefined }, true)
  const clear = () => change({ q: undefined, deed: undefined, kind: undefined, person: undefined, object: undefined, from: undefined, to: undefined })
  const total = chain.data?.entries
  const counted = filtered ? found?.count : total
  const rows = log.data?.objects
  return (
    <Sheet>
      <div className={css.page}>
        <Stack narrows shortens className={css.main}>
          <FilterBar filters={filters} onChange={change} onClear={filtered ? clear : undefined} />
          <Row padX={16} padY={6} edge="below" gap={12} wrap spread="between" size={12} tone="quiet">
            <span>{t('intro')}</span>
            <Text figures role="status">
              {total === undefined || (filtered && !found)
                ? ''
                : !filtered
                  ? t('counted', { count: total })
                  : t(found?.capped ? 'counted_over' : 'counted_of', { count: found?.count ?? 0, total })}
            </Text>
          </Row>
          <Box grow shortens className={css.list}>
            {log.error ? (
              <ErrorState reason={log.error} onRetry={() => void log.refetch()} />
            ) : !rows ? (
              <SkeletonRows count={15} />
            ) : rows.length > 0 ? (
              <LogTable rows={rows} open={entry} onOpen={(seq) => ask({ entry: seq === entry ? undefined : seq }, true)} />
            ) : filtered ? (
              <Nothing title={t('no_match')}>
                <Button onClick={clear}>{t('filter.clear')}</Button>
              </Nothing>
            ) : (
              <EmptyState title={t('none')} />
            )}
          </Box>
          {rows && (before !== undefined || log.data?.next) ? (
            <Row padX={16} padY={6} edge="above" gap={8} align="center">
              <Text grow size={12} tone="quiet" figures>
                {t('shown', { first: format.number(rows.at(-1)?.seq ?? 0), last: format.number(rows[0]?.seq ?? 0) })}
              </Text>
              {before === undefined ? null : <Button onClick={() => ask({ before: undefined, entry: undefined })}>{t('newest')}</Button>}
              {log.data?.next ? <Button onClick={() => ask({ before: log.data?.next, entry: undefined })}>{t('more', { count: pageOfLog })}</Button> : null}
            </Row>
          ) : null}
        </Stack>
        <aside className={css.side} aria-label={t('chain.title')}>
          <ChainSide chain={chain} />
          <Stack as="section" gap={8} className={css.part}>
            <h2>{t('proof.title')}</h2>
            <Text as="p" size={12} tone="quiet">
              {t('proof.text')}
            </Text>
            <Export filters={filters} count={counted} />
          </Stack>
        </aside>
      </div>
    </Sheet>
  )
}

function Export({ filters, count }: { readonly filters: Filters; readonly count: number | undefined }) {
  const t = useWords('logs')
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await fetchExport(() => api.call<typeof exportLog>('POST /log/export', { body: filters }))
    setBusy(false)
  }
  if (!count) return null
  return (
    <Row>
      <Button icon={<Download size={14} aria-hidden />} loading={busy} onClick={() => void run()}>
        {count > entriesOfFile ? t('proof.button_many', { count: entriesOfFile }) : t('proof.button', { count })}
      </Button>
    </Row>
  )
}

interface BarProps {
  readonly filters: Filters
  readonly onChange: (next: Asked<'/admin/logs'>) => void
  readonly onClear: (() => void) | undefined
}

function FilterBar({ filters, onChange, onClear }: BarProps) {
  const t = useWords('logs')
  const kinds = useKinds()
  return (
    <search className={css.bar}>
      <SearchBox label={t('search')} value={filters.search ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      <Select
        aria-label={t('filter.deed')}
        placeholder={t('filter.deed')}
        clearable
        value={filters.deed ?? null}
        options={deeds.map((deed) => ({ value: deed, label: t(`deeds.${deed}`) }))}
        onChange={(deed) => onChange({ deed: deed ?? undefined })}
      />
      <Select
        aria-label={t('filter.kind')}
        placeholder={t('filter.kind')}
        clearable
        loading={kinds.isPending}
        value={filters.kind ?? null}
        options={(kinds.data ?? []).map(({ kind, name }) => ({ value: kind, label: name }))}
        onChange={(kind) => onChange({ kind: kind ?? undefined })}
      />
      <PersonField
        value={filters.person === undefined ? null : String(filters.person)}
        onChange={(id) => onChange({ person: id === null ? undefined : Number(id) })}
      />
      <DateInput
        aria-label={t('filter.from')}
        placeholder={t('filter.from')}
        strict
        value={filters.from ?? null}
        onChange={(from) => onChange({ from: from ?? undefined })}
      />
      <DateInput
        aria-label={t('filter.to')}
        placeholder={t('filter.to')}
        strict
        value={filters.to ?? null}
        onChange={(to) => onChange({ to: to ?? undefined })}
      />
      {onClear ? (
        <IconButton label={t('filter.clear')} size="md" onClick={onClear}>
          <X size={14} />
        </IconButton>
      ) : null}
    </search>
  )
}

function PersonField({ value, onChange }: { readonly value: string | null; readonly onChange: (id: string | null) => void }) {
  const t = useWords('logs')
  const [search, setSearch] = useState('')
  const people = usePeople(search)
  return (
    <Select
      aria-label={t('filter.person')}
      placeholder={t('filter.person')}
      clearable
      value={value}
      loading={people.isFetching}
      failed={people.isError}
      onSearch={setSearch}
      options={(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={onChange}
    />
  )
}
