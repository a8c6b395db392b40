import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { policy } from '#areas/policies/contract/policy.ts'
import { policyVersion } from '#areas/policies/contract/policy-version.ts'
import { LazyFrameworkQuestions } from '#areas/questionnaires/web/index.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import { loadingError } from '#kit/web/api/loading-error.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Navigate, useAsk, useParams } from '#kit/web/navigation.ts'
import { PastRecordNotice } from '#kit/web/resource/as-of.tsx'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { asOfCall, useRecord } from '#kit/web/resource/list-api.ts'
import { type Asked, path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { ApplicationsTab } from './applications-tab.tsx'
import { PolicyTabs } from './policy-tabs.tsx'
import { PolicyHeader } from './policy-header.tsx'
import css from './policy-page.module.css'
import type { Version } from './policy-rows.ts'
import { VersionView } from './version-view.tsx'

const LinkingView = lazy(async () => ({ default: (await import('./linking/linking-view.tsx')).LinkingView }))
const RecordPanel = lazy(async () => ({ default: (await import('#kit/web/resource/record-panel.tsx')).RecordPanel }))

/** One policy: its versions with all they require, and where it applies; `?p=` names a perimeter; with `?ts=`, a target, it opens on its scores (POL-11); `?confirm=1` shows what is to be confirmed, `?unlinked=1` what no model answers, for whoever may not link, `?group=` what an implementation group leaves in scope; `?view=linking` links requirements with models, `?view=perimeters` opens on where it applies. */
export function Page() {
  const t = useWords('policies')
  const { id } = useParams<'/org/policies/$id'>()
  const ask = useAsk<'/org/policies/$id'>()
  const maySeeScores = useRight('score.read')
  const asOf = useAsOf()
  const linker = useRight('policy.link')
  const mayAsk = useRight('questionnaire.write')
  const { p, ts, confirm, group, view, unlinked } = useLocation({ select: ({ search }) => search as Readonly<Record<string, unknown>> })
  const mayLink = linker && !asOf
  const perimeter = typeof p === 'number' ? p : undefined
  const record = useRecord(policy, id, asOf)
  const versions = useQuery({
    queryKey: [policyVersion.name, 'of', id, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<Version>>(
        '/policy_version/page',
        { queryParams: { filters: [{ name: 'policy', selected_options: [Number(id)] }], sort: [{ name: 'number', order: 'desc' }], per_page: 200 } },
        { signal, ...asOfCall(asOf) },
      ),
    select: (answer) => answer.objects,
  })
  const [chosen, setChosen] = useState<number>()
  const [editing, setEditing] = useState(false)
  const [complete, setComplete] = useState(false)
  // Where it has just been applied.
  const [fresh, setFresh] = useState<readonly number[]>([])
  const [tab, setTab] = useState<'requirements' | 'perimeters'>(view === 'perimeters' ? view : 'requirements')
  const lost = loadingError(record) ?? loadingError(versions)
  if (lost) return <ErrorState reason={lost} onRetry={() => void Promise.all([record.refetch(), versions.refetch()])} />
  if (!record.data || !versions.data) {
    return (
      <Sheet>
        <SkeletonRows count={16} />
      </Sheet>
    )
  }
  const row = record.data
  if (maySeeScores && row.perimeters && typeof ts === 'number') return <Navigate to={path('/org/policies/$id/scores', { id }, { p: perimeter, ts })} replace />
  const narrow = (how: Asked<'/org/policies/$id'>) => ask(how, true)
  const version = versions.data.find((each) => each.id === chosen) ?? versions.data.find((each) => each.id === row.current_version?.id) ?? versions.data[0]
  const linking = mayLink && view === 'linking' && version !== undefined
  return (
    <Sheet>
      <PolicyHeader
        policy={row}
        versions={versions.data}
        version={version}
        onVersion={setChosen}
        onEdit={() => setEditing(true)}
        onApplied={(perimeters) => {
          setTab('perimeters')
          setFresh(perimeters)
          if (linking) narrow({ view: undefined })
        }}
        applied={fresh.length > 0}
        asOf={asOf}
        onAsOf={(day: string | undefined) => narrow({ as_of: day, p: undefined })}
        linking={linking ? (complete ? 'complete' : 'open') : undefined}
        {...(mayLink && version ? { onLinking: (on: boolean) => narrow({ view: on ? 'linking' : undefined }) } : {})}
      />
      {asOf ? <PastRecordNotice day={asOf} onBack={() => narrow({ as_of: undefined })} /> : null}
      {linking ? null : (
        <Row align="center" gap={12} padX={16} className={css.tabs}>
          <PolicyTabs
            policy={row.id}
            label={row.name ?? ''}
            value={tab}
            requirements={version?.requirements ?? undefined}
            perimeter={perimeter}
            asOf={asOf}
            onChange={setTab}
          />
          {mayAsk && row.urn && !asOf ? (
            <Suspense fallback={null}>
              <LazyFrameworkQuestions urn={row.urn} name_en={row.name_en} name_fr={row.name_fr} />
            </Suspense>
          ) : null}
          {maySeeScores && row.perimeters && !asOf ? (
            <ButtonLink size="sm" to={path('/org/policies/$id/scores', { id }, { p: perimeter })} icon={<Gauge size={14} aria-hidden />}>
              {t('actions.scores')}
            </ButtonLink>
          ) : null}
        </Row>
      )}
      <Stack holds grow shortens overflow="clipped">
        {linking ? (
          <Suspense fallback={<SkeletonRows count={16} />}>
            <LinkingView key={version.id} policy={row.id} version={version.id} onComplete={setComplete} />
          </Suspense>
        ) : null}
        {!linking && tab === 'requirements' && version ? (
          <VersionView
            key={`${version.id} ${asOf ?? ''}`}
            policy={row}
            version={version}
            perimeter={perimeter}
            onPerimeter={(chosenPerimeter) => narrow({ p: chosenPerimeter })}
            suggested={confirm === 1}
            unlinkedOnly={!mayLink && unlinked === 1}
            onUnlinkedOnly={(only) => narrow({ unlinked: only ? 1 : undefined })}
            group={typeof group === 'string' || typeof group === 'number' ? String(group) : undefined}
            onGroup={(chosenGroup) => narrow({ group: chosenGroup })}
            {...(mayLink ? { onLinking: () => narrow({ view: 'linking' }) } : {})}
            onSuggested={(suggested) => narrow({ confirm: suggested ? 1 : undefined })}
          />
        ) : null}
        {!linking && tab === 'perimeters' ? <ApplicationsTab policy={row} fresh={fresh} /> : null}
        {editing ? (
          <Suspense fallback={null}>
            <RecordPanel entity={policy} id={row.id} edit onOpen={() => setEditing(false)} asOf={asOf} />
          </Suspense>
        ) : null}
      </Stack>
    </Sheet>
  )
}
