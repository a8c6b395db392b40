import { Check, FolderPlus, Link2, Plus, Search } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { confirmLinks } from '#areas/policies/contract/calls.ts'
import { control, controlGroup } from '#areas/policies/contract/control.ts'
import { policyVersion } from '#areas/policies/contract/policy-version.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import type { AnyRow } from '#kit/web/resource/presentation.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { useFolds } from '#kit/web/ui/folds.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { attempt } from './attempt.ts'
import { requirementsFound, toConfirm, versionLines, type Opened } from './build-version-tree.ts'
import { groupChoice, groupName } from './implementation-groups.ts'
import type { Policy, Version } from './policy-rows.ts'
import { useRequirementParts } from './requirement-parts.tsx'
import { useCoverage } from './use-coverage.ts'
import { useApplications } from './use-applications.ts'
import { useVersionTree } from './use-version-tree.ts'
import { VersionNotes } from './version-notes.tsx'
import { VersionTree } from './version-tree.tsx'
import css from './version-view.module.css'

const RecordPanel = lazy(async () => ({ default: (await import('#kit/web/resource/record-panel.tsx')).RecordPanel }))

/** Only a draft is changed. */
const frozen = { mayEdit: () => false }

interface VersionViewProps {
  readonly policy: Policy
  readonly version: Version
  /** Whose decisions are shown. */
  readonly perimeter: number | undefined
  readonly onPerimeter: (id: number | undefined) => void
  /** Only requirements with measure models that somebody is to confirm. */
  readonly suggested: boolean
  readonly onSuggested: (suggested: boolean) => void
  /** Only requirements that no measure model answers. */
  readonly unlinkedOnly: boolean
  readonly onUnlinkedOnly: (unlinked: boolean) => void
  /** Only what this implementation group leaves in scope. */
  readonly group: string | undefined
  readonly onGroup: (group: string | undefined) => void
  /** Where requirements are linked with models, for whoever may. */
  readonly onLinking?: () => void
}

/** All groups and requirements of a version, and the panel of the one that is open. */
export function VersionView(props: VersionViewProps) {
  const { policy, version, perimeter, onPerimeter, suggested, onSuggested, unlinkedOnly, onUnlinkedOnly, group, onGroup, onLinking } = props
  const t = useWords('policies')
  const language = useLanguage()
  const format = useFormat()
  const asOf = useAsOf()
  const mayLink = useRight('policy.link') && !asOf
  const editable = policy.edit_right && version.status === 'DRAFT'
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<Opened>()
  const tree = useVersionTree(version.id, perimeter, asOf)
  const branches = useMemo(() => {
    const held = Map.groupBy(tree.data?.requirements ?? [], (row) => row.group_id)
    return (tree.data?.groups ?? []).map(({ id, parent_id: parent }) => ({ id, parent, leaves: held.get(id)?.length ?? 0 }))
  }, [tree.data])
  const [closed, setClosed] = useFolds(`${policyVersion.name}.${version.id}`, branches)
  // Lists leave the groups out.
  const whole = useRecord(policyVersion, version.id, asOf)
  const applications = useApplications(policy.id, asOf)
  const coverage = useCoverage(policy.id, perimeter, applications.length > 0 && !asOf)
  const lines = useMemo(
    () => (tree.data ? versionLines(tree.data, closed, { search, suggested, unlinked: unlinkedOnly, group }) : []),
    [tree.data, closed, search, suggested, unlinkedOnly, group],
  )
  const [confirming, setConfirming] = useState(false)
  const policyOf = useCallback(() => policy.id, [policy.id])
  const requirementParts = useRequirementParts<AnyRow>({ policyOf, perimeter, applied: applications.length > 0, editable })

  if (tree.isError) return <ErrorState reason={tree.error} onRetry={() => void tree.refetch()} />
  if (!tree.data) return <SkeletonRows count={16} />

  const waiting = tree.data.requirements.reduce((sum, row) => sum + toConfirm(row), 0)
  const unlinked = tree.data.requirements.filter(({ solutions }) => solutions.length === 0).length
  const shown = suggested ? requirementsFound(tree.data, { search, suggested, unlinked: unlinkedOnly, group }) : []
  const { groups } = groupChoice(whole.data?.implementation_groups ?? [], tree.data.requirements)
  const confirmShown = async () => {
    setConfirming(true)
    await attempt(() =>
      api.call<typeof confirmLinks>('POST /policy/{id}/confirm_links', { params: { id: policy.id }, body: { controls: shown.map((row) => row.id) } }),
    )
    setConfirming(false)
  }
  const reference = { id: version.id, name: version.label ?? '' }
  const parts = opened?.kind === 'requirement' ? requirementParts : editable ? {} : frozen
  return (
    <>
      <VersionNotes version={version} editable={editable} />
      <Row wrap align="center" gap={8} padY={8} padX={16} edge="soft-below" className={css.tools}>
        <TextInput
          type="search"
          aria-label={t('tree.search')}
          placeholder={t('tree.search')}
          icon={<Search size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {applications.length > 0 ? (
          <div className={css.perimeter}>
            <Select
              aria-label={t('tree.perimeter')}
              placeholder={t('tree.perimeter')}
              clearable
              value={perimeter === undefined ? null : String(perimeter)}
              onChange={(id) => onPerimeter(id === null ? undefined : Number(id))}
              options={applications.map((each) => namedOption(each.perimeter?.id ?? 0, each.perimeter?.name ?? ''))}
            />
          </div>
        ) : null}
        {groups.length > 0 ? (
          <div className={css.perimeter}>
            <Select
              aria-label={t('tree.group')}
              placeholder={t('tree.group')}
              clearable
              value={group ?? null}
              onChange={(ref) => onGroup(ref ?? undefined)}
              options={groups.map((each) => ({ value: each.group.ref_id, label: `${groupName(each.group, language)} (${format.number(each.requirements)})` }))}
            />
          </div>
        ) : null}
        {waiting > 0 || suggested ? (
          <Button size="sm" aria-pressed={suggested} variant={suggested ? 'primary' : 'default'} onClick={() => onSuggested(!suggested)}>
            {t('solutions.waiting', { count: waiting })}
          </Button>
        ) : null}
        {mayLink && shown.length > 0 ? (
          <Button size="sm" icon={<Check size={14} aria-hidden />} loading={confirming} onClick={() => void confirmShown()}>
            {t('solutions.confirm_shown', { count: shown.reduce((sum, row) => sum + toConfirm(row), 0) })}
          </Button>
        ) : null}
        {!onLinking && (unlinked > 0 || unlinkedOnly) ? (
          <Button size="sm" aria-pressed={unlinkedOnly} variant={unlinkedOnly ? 'primary' : 'default'} onClick={() => onUnlinkedOnly(!unlinkedOnly)}>
            {t('tree.unlinked', { count: unlinked })}
          </Button>
        ) : null}
        {onLinking && unlinked > 0 ? (
          <Button size="sm" icon={<Link2 size={14} aria-hidden />} onClick={onLinking}>
            {t('linking.to_link', { count: unlinked })}
          </Button>
        ) : null}
        <Text grow />
        <Button variant="subtle" size="sm" onClick={() => setClosed(new Set())}>
          {t('tree.expand_all')}
        </Button>
        <Button variant="subtle" size="sm" onClick={() => setClosed(new Set(tree.data.groups.map((group) => group.id)))}>
          {t('tree.collapse_all')}
        </Button>
        {editable ? (
          <>
            <Button size="sm" icon={<FolderPlus size={14} aria-hidden />} onClick={() => setOpened({ kind: 'group', id: 'new' })}>
              {t('entities.control_group.new')}
            </Button>
            <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => setOpened({ kind: 'requirement', id: 'new' })}>
              {t('entities.control.new')}
            </Button>
          </>
        ) : null}
      </Row>
      <Row holds grow shortens overflow="clipped">
        {lines.length > 0 ? (
          <VersionTree
            content={tree.data}
            lines={lines}
            closed={closed}
            opened={opened}
            editable={editable}
            withPerimeter={perimeter !== undefined}
            coverage={coverage}
            onClosed={setClosed}
            onOpen={setOpened}
          />
        ) : (
          <EmptyState
            title={search || suggested || unlinkedOnly || group ? t(suggested && !search ? 'solutions.none_waiting' : 'tree.nothing_found') : t('tree.empty')}
          />
        )}
        {opened ? (
          <Suspense fallback={null}>
            <RecordPanel
              key={`${opened.kind}-${opened.id}-${opened.group?.id ?? 0}`}
              entity={opened.kind === 'group' ? controlGroup : control}
              id={opened.id}
              initial={{ policy_version: reference, ...(opened.group ? { [opened.kind === 'group' ? 'parent' : 'control_group']: opened.group } : {}) }}
              parts={parts}
              asOf={asOf}
              onOpen={(id) => setOpened(id === undefined ? undefined : { kind: opened.kind, id: Number(id) })}
            />
          </Suspense>
        ) : null}
      </Row>
    </>
  )
}
