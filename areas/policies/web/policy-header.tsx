import { Copy, Ellipsis, FilePen, FileSpreadsheet, GitCompare, Layers, Link2, Network, Pencil, Share2, Spline, Upload, Waypoints } from 'lucide-react'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { LazyShareDialog, useIsCatalog } from '#areas/catalog/web/index.ts'
import type { draftVersion, publishVersion, solutionsFromRequirements } from '#areas/policies/contract/calls.ts'
import { policyStructureLine } from '#areas/policies/contract/policy-structure.ts'
import { policy as policyEntity } from '#areas/policies/contract/policy.ts'
import { policyVersion } from '#areas/policies/contract/policy-version.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import { glyphs } from '#kit/web/glyphs.ts'
import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk } from '#kit/web/navigation.ts'
import { useShowRelations } from '#kit/web/relations.ts'
import { AsOfPicker } from '#kit/web/resource/as-of.tsx'
import { Assignees } from '#kit/web/resource/assignees.tsx'
import { LazyAssignDialog } from '#kit/web/resource/lazy-assign-dialog.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Switch } from '#kit/web/ui/check.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import { PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { attempt } from './attempt.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { MappingDialog } from './mapping-dialog.tsx'
import type { Policy, Version } from './policy-rows.ts'
import css from './policy-page.module.css'

const ImportDialog = lazy(async () => ({ default: (await import('#kit/web/resource/import-dialog.tsx')).ImportDialog }))

interface PolicyHeaderProps {
  readonly policy: Policy
  readonly versions: readonly Version[]
  readonly version: Version | undefined
  readonly onVersion: (id: number | undefined) => void
  /** Opens the policy's own fields. */
  readonly onEdit: () => void
  /** Gets the perimeters where the policy applies anew. */
  readonly onApplied: (perimeters: readonly number[]) => void
  /** Requirements are being linked with models: all of them are, or not yet. */
  readonly linking?: 'open' | 'complete' | undefined
  readonly onLinking?: (on: boolean) => void
  /** It has just been applied: deciding its measures is what comes next. */
  readonly applied: boolean
  /** The day gone by of which it is shown; nothing is done with it then. */
  readonly asOf: string | undefined
  readonly onAsOf: (day: string | undefined) => void
}

/** A policy's name, the version that is shown, and what can be done with both. */
export function PolicyHeader({ policy, versions, version, onVersion, onEdit, onApplied, linking, onLinking, applied, asOf, onAsOf }: PolicyHeaderProps) {
  const t = useWords('policies')
  const kit = useWords('kit')
  const showRelations = useShowRelations()
  const words = useEntityWords(policyVersion)
  const format = useFormat()
  const isPhone = usePhone()
  const mayWrite = policy.edit_right
  const shares = useIsCatalog() && !asOf
  const mayLink = useRight('policy.link') && !asOf
  const mayApply = useRight('policy_application.write') && !asOf
  // What has just been brought in leads here to be applied.
  const { view: asked } = useLocation({ select: ({ search }) => search as Readonly<Record<string, unknown>> })
  const [dialog, setDialog] = useState<'apply' | 'assign' | 'compare' | 'mapping' | 'share' | 'structure' | undefined>(
    mayApply && asked === 'apply' ? 'apply' : undefined,
  )
  const draft = versions.find((each) => each.status === 'DRAFT')
  const named = version?.publisher_version
  const published = !named
    ? null
    : version.publisher_date
      ? t('published.version_of', { version: named, day: format.date(version.publisher_date) })
      : t('published.version', { version: named })
  /** The publisher's own date says more than that of the import. */
  const inPicker = ({ label, publisher_version, publisher_date }: Version) =>
    publisher_version && publisher_date ? t('published.named', { version: publisher_version, day: format.date(publisher_date) }) : label
  const ask = useAsk<'/org/policies/$id'>()
  const close = () => {
    setDialog(undefined)
    // Read anew, the page does not ask again.
    if (asked === 'apply') ask({ view: undefined }, true)
  }

  const openDraft = async () => {
    const answer = await attempt(() => api.call<typeof draftVersion>('POST /policy/{id}/draft', { params: { id: policy.id } }))
    if (answer) onVersion(answer.object.id)
  }
  /** What the file said stands in the draft, which it may have opened. */
  const showDraft = async () => {
    await queryClient.invalidateQueries()
    const { objects } = await api.post<PageAnswer<Version>>('/policy_version/page', {
      queryParams: {
        filters: [
          { name: 'policy', selected_options: [policy.id] },
          { name: 'status', selected_options: ['DRAFT'] },
        ],
      },
    })
    onVersion(objects[0]?.id)
  }
  const publish = async (row: Version) => {
    if (!(await confirm({ title: t('confirm.publish', { version: row.label ?? '' }), message: t('confirm.publish_text'), confirm: t('actions.publish') })))
      return
    await attempt(() => api.call<typeof publishVersion>('POST /policy_version/{id}/publish', { params: { id: row.id } }))
  }
  const model = async () => {
    if (
      !(await confirm({
        title: t('actions.solutions_from_requirements'),
        message: t('confirm.solutions_from_requirements'),
        confirm: t('actions.solutions_from_requirements'),
      }))
    )
      return
    await attempt(() => api.call<typeof solutionsFromRequirements>('POST /policy/{id}/solutions_from_requirements', { params: { id: policy.id } }))
  }

  const mayDraft = mayWrite && !draft && !linking
  const publishes = mayWrite && version?.status === 'DRAFT' && !linking
  const mayApplyIt = mayApply && policy.current_version !== null
  // Two lines: the name, then the version with the one action that is due; the rest is in the menu.
  const folded = isPhone && !linking
  const menu = (
    <Menu
      label={kit('actions.more')}
      width={320}
      trigger={(props) => (
        <IconButton label={kit('actions.more')} {...props}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      )}
    >
      <MenuGroup>
        {folded ? (
          <>
            {onLinking ? (
              <MenuItem icon={<Link2 size={14} aria-hidden />} onSelect={() => onLinking(true)}>
                {t('linking.mode')}
              </MenuItem>
            ) : null}
            {mayDraft ? (
              <MenuItem icon={<FilePen size={14} aria-hidden />} onSelect={() => void openDraft()}>
                {t('actions.draft')}
              </MenuItem>
            ) : null}
            {publishes && mayApplyIt ? (
              <MenuItem icon={<Layers size={14} aria-hidden />} onSelect={() => setDialog('apply')}>
                {t('actions.apply')}
              </MenuItem>
            ) : null}
          </>
        ) : null}
        <MenuItem icon={<Pencil size={14} aria-hidden />} onSelect={onEdit}>
          {kit(policy.edit_right ? 'actions.edit' : 'actions.open')}
        </MenuItem>
        {asOf ? null : (
          <MenuItem icon={<Network size={14} aria-hidden />} onSelect={() => showRelations({ type: policyEntity.name, id: policy.id })}>
            {kit('record.relations')}
          </MenuItem>
        )}
        {versions.length > 1 && !asOf ? (
          <MenuItem icon={<GitCompare size={14} aria-hidden />} onSelect={() => setDialog('compare')}>
            {t('actions.compare')}
          </MenuItem>
        ) : null}
        {mayWrite && draft && version?.id !== draft.id ? (
          <MenuItem icon={<Copy size={14} aria-hidden />} onSelect={() => onVersion(draft.id)}>
            {t('actions.open_draft')}
          </MenuItem>
        ) : null}
        {mayWrite ? (
          <>
            <MenuItem icon={<glyphs.assign size={14} aria-hidden />} onSelect={() => setDialog('assign')}>
              {kit('actions.assign')}
            </MenuItem>
            <MenuItem icon={<FileSpreadsheet size={14} aria-hidden />} onSelect={() => setDialog('structure')}>
              {t('actions.import_structure')}
            </MenuItem>
            {shares ? (
              <MenuItem icon={<Share2 size={14} aria-hidden />} onSelect={() => setDialog('share')}>
                {t('shared.sharing')}
              </MenuItem>
            ) : null}
          </>
        ) : null}
        {mayLink ? (
          <>
            <MenuItem icon={<Waypoints size={14} aria-hidden />} onSelect={() => void model()}>
              {t('actions.solutions_from_requirements')}
            </MenuItem>
            <MenuItem icon={<Spline size={14} aria-hidden />} onSelect={() => setDialog('mapping')}>
              {t('actions.solutions_from_mapping')}
            </MenuItem>
          </>
        ) : null}
      </MenuGroup>
    </Menu>
  )

  return (
    <PageToolbar>
      <PageHeading
        title={policy.name ?? ''}
        text={[policy.identifier, policy.provider, published ?? (linking ? version?.label : null)].filter(Boolean).join(' · ')}
      />
      {/* A phone has room for it beside the name. */}
      {isPhone ? menu : null}
      {linking ? null : (
        <div className={css.version}>
          <Select
            aria-label={words.one}
            value={version ? String(version.id) : null}
            onChange={(id) => onVersion(id === null ? undefined : Number(id))}
            options={versions.map((each) => ({
              value: String(each.id),
              label: [
                inPicker(each),
                each.status && words.choice('status', each.status),
                each.publisher_date ? null : each.published_at && format.date(each.published_at),
              ]
                .filter(Boolean)
                .join(' · '),
            }))}
          />
        </div>
      )}
      {folded ? null : <Assignees assigned={policy.assigned} />}
      {onLinking && !folded ? (
        <Switch label={t('linking.mode')} checked={linking !== undefined} onChange={(event) => onLinking(event.currentTarget.checked)} />
      ) : null}
      {version?.status && !linking && !folded ? <StatusBadge {...lookOf(version.status)}>{words.choice('status', version.status)}</StatusBadge> : null}
      {publishes ? (
        <Button variant="primary" icon={<Upload size={14} aria-hidden />} onClick={() => void publish(version)}>
          {t('actions.publish')}
        </Button>
      ) : null}
      {mayDraft && !folded ? (
        <Button icon={<FilePen size={14} aria-hidden />} onClick={() => void openDraft()}>
          {t('actions.draft')}
        </Button>
      ) : null}
      {mayApplyIt && !(folded && publishes) ? (
        <Button
          variant={version?.status === 'DRAFT' || linking === 'open' || applied ? 'default' : 'primary'}
          icon={<Layers size={14} aria-hidden />}
          aria-label={t('actions.apply')}
          onClick={() => setDialog('apply')}
        >
          {folded ? kit('actions.apply') : t('actions.apply')}
        </Button>
      ) : null}
      {linking ? null : <AsOfPicker day={asOf} onChoose={onAsOf} />}
      {isPhone ? null : menu}
      {dialog === 'apply' ? (
        <ApplyDialog
          policy={policy}
          version={versions.find((each) => each.id === policy.current_version?.id)}
          onClose={(perimeters) => {
            close()
            if (perimeters) onApplied(perimeters)
          }}
        />
      ) : null}
      {dialog === 'assign' ? <LazyAssignDialog register={policyEntity} row={policy} onClose={close} /> : null}
      {dialog === 'compare' ? <CompareDialog policy={policy} versions={versions} version={version} onClose={close} /> : null}
      {dialog === 'share' ? (
        <Suspense fallback={null}>
          <LazyShareDialog entity="policy" row={policy} onClose={close} />
        </Suspense>
      ) : null}
      {dialog === 'structure' ? (
        <Suspense fallback={null}>
          <ImportDialog
            entity={policyStructureLine}
            at={{ import: `/policy/${policy.id}/policy_structure`, template: '/policy/policy_structure_template' }}
            onImported={() => void showDraft()}
            onClose={close}
          />
        </Suspense>
      ) : null}
      {dialog === 'mapping' ? <MappingDialog policy={policy} onClose={close} /> : null}
    </PageToolbar>
  )
}
