import { Download, LayoutDashboard } from 'lucide-react'
import { useState } from 'react'
import type { Benchmark, exportBenchmark } from '#areas/benchmark/contract/calls.ts'
import type { OfferedBlock } from '#kit/contract/source.ts'
import { levels, type Level } from '#areas/benchmark/contract/levels.ts'
import { api } from '#kit/web/api/client.ts'
import { fetchExport } from '#kit/web/api/fetch-export.ts'
import { useSession } from '#kit/web/api/session.ts'
import { lentPart } from '#kit/web/lent-part.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Block, BlockGrid, Page as PageFrame, PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/kinds/light-select.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useBenchmark } from './benchmark-api.ts'
import css from './benchmark.module.css'
import { CourseBlock } from './course-block.tsx'
import { FirstBlock } from './first-block.tsx'
import { PeersTable } from './peers-table.tsx'
import { PrivacyBlock } from './privacy-block.tsx'
import { ThemesBlock } from './themes-block.tsx'
import { useNames } from './use-names.ts'

const Add = lentPart<{ readonly offers: readonly OfferedBlock[] }>('add')

/** Where the organisation stands among others of its sector and country (DSH-28). */
export function Page() {
  const ask = useAsk<'/org2/benchmark'>()
  const asked = useAsked<'/org2/benchmark'>()
  const level = levels.find((each) => each === asked.level) ?? 'BRANCH'
  const answer = useBenchmark(level)
  if (answer.isError) return <ErrorState reason={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) {
    return (
      <PageFrame canvas>
        <BlockGrid>
          <Skeleton height={320} />
        </BlockGrid>
      </PageFrame>
    )
  }
  if (answer.data.state !== 'OPEN') return <Closed benchmark={answer.data} />
  return (
    <Opened
      benchmark={answer.data}
      level={level}
      policy={typeof asked.policy === 'number' ? asked.policy : undefined}
      onLevel={(next) => ask({ level: next }, true)}
      onPolicy={(next) => ask({ policy: next }, true)}
    />
  )
}

/** Nothing to show yet, or not to this organisation: why, and where that is changed by whoever may. */
function Closed({ benchmark: { state, next_on } }: { readonly benchmark: Benchmark }) {
  const words = useWords('benchmark')
  const format = useFormat()
  const { rights } = useSession()
  if (state === 'OPEN') return null
  const settable = rights.includes('organisation_settings.write') && (state === 'UNKNOWN' || state === 'OUT')
  return (
    <PageFrame>
      <EmptyState
        title={words(`states.${state}`)}
        text={words(`states.${state}_text`, { date: format.date(next_on) })}
        {...(settable && { way: { label: words('states.to_preferences'), to: path('/admin/preferences') } })}
      />
    </PageFrame>
  )
}

interface OpenedProps {
  readonly benchmark: Benchmark
  readonly level: Level
  readonly policy: number | undefined
  readonly onLevel: (level: Level) => void
  readonly onPolicy: (policy: number) => void
}

function Opened({ benchmark, level, policy, onLevel, onPolicy }: OpenedProps) {
  const words = useWords('benchmark')
  const format = useFormat()
  const names = useNames(benchmark.profile)
  const { rights } = useSession()
  const [adding, setAdding] = useState(false)
  const [exporting, setExporting] = useState(false)
  const { rows, release, next_on, perimeter } = benchmark
  const shown = rows.find((row) => row.policy.id === policy) ?? rows.find(({ peers }) => peers !== null) ?? rows[0]
  const exportIt = async () => {
    setExporting(true)
    await fetchExport(() => api.call<typeof exportBenchmark>('POST /benchmark/export', { body: { level } }))
    setExporting(false)
  }
  const picker =
    rows.length > 1 ? (
      <div className={css.picker}>
        <Select
          aria-label={words('course.policy')}
          value={String(shown?.policy.id)}
          onChange={(value) => {
            if (value !== null) onPolicy(Number(value))
          }}
          options={rows.map(({ policy: { id, name } }) => ({ value: String(id), label: name }))}
        />
      </div>
    ) : null
  return (
    <PageFrame canvas>
      <PageToolbar>
        <div className={css.group}>
          <Select
            aria-label={words('page.group')}
            value={level}
            onChange={(value) => onLevel(levels.find((each) => each === value) ?? 'BRANCH')}
            options={levels.map((value) => ({ value, label: names.group(value) }))}
          />
        </div>
        <Spring />
        {rights.includes('dashboard.write') && rows.length > 0 ? (
          <Button icon={<LayoutDashboard size={14} aria-hidden />} onClick={() => setAdding(true)}>
            {words('add')}
          </Button>
        ) : null}
        <Button icon={<Download size={14} />} loading={exporting} onClick={() => void exportIt()}>
          {words('page.export')}
        </Button>
      </PageToolbar>
      <BlockGrid>
        <Block
          title={release ? names.quarter(release.quarter) : ''}
          sub={release ? words('page.released', { date: format.date(release.published_on), day: format.date(release.as_of) }) : ''}
          aside={<Legend perimeter={perimeter?.name ?? ''} />}
        >
          {rows.length === 0 ? <EmptyState title={words('page.none')} /> : <PeersTable benchmark={benchmark} />}
          <Text as="p" tone="quiet" size={12} line={16} above={8}>
            {perimeter ? `${words('page.score_of', { perimeter: perimeter.name })} ` : ''}
            {words('page.next', { date: format.date(next_on) })}
          </Text>
        </Block>
        {rows.length === 0 ? null : <FirstBlock benchmark={benchmark} />}
        {shown ? <CourseBlock row={shown} picker={picker} nameOfQuarter={names.quarter} /> : null}
        {shown ? <ThemesBlock row={shown} /> : null}
        <PrivacyBlock benchmark={benchmark} />
      </BlockGrid>
      {adding ? (
        <Suspense fallback={null}>
          <Add
            offers={[
              ...(shown
                ? [
                    {
                      title: words('course.offered', { name: shown.policy.name }),
                      type: 'LINE',
                      ask: { source: 'benchmark.course', given: { policy: shown.policy.id, level } },
                    },
                  ]
                : []),
              { title: words('page.table'), type: 'BAR', ask: { source: 'benchmark.policies', given: { level } } },
            ]}
            onDone={() => setAdding(false)}
          />
        </Suspense>
      ) : null}
    </PageFrame>
  )
}

function Legend({ perimeter }: { readonly perimeter: string }) {
  const words = useWords('benchmark')
  return (
    <Row wrap align="center" gap={12} size={12} tone="quiet" aria-hidden className={css.legend}>
      <span>
        <i className={css.dot} /> {words('page.own_dot', { name: perimeter })}
      </span>
      <span>
        <i className={css.tick} /> {words('page.median_tick')}
      </span>
      <span>
        <i className={css.middle} /> {words('page.strip')}
      </span>
    </Row>
  )
}
