import { Copy, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { LazyModelPreview } from '#areas/catalog/web/index.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { SidePanel } from '#kit/web/ui/side-panel.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { adopt, adoptModel, ownPage, renew, renewOwn } from './adopt.ts'
import { isMapping, isPolicy, urnTail } from './shared-columns.tsx'
import { SharedTree } from './shared-tree.tsx'
import css from './shared-panel.module.css'
import { modelKindOf, type SharedKind, type SharedRow } from './use-shared.ts'

interface PanelProps {
  readonly kind: SharedKind
  readonly row: SharedRow
  /** The rows around it, for previous and next. */
  readonly rows: readonly SharedRow[]
  readonly onOpen: (id: number | undefined) => void
  readonly onCopied: (copy: number) => void
}

/** Something shared before anything of it is the organisation's, and the one way to make it so. */
export function SharedPanel({ kind, row, rows, onOpen, onCopied }: PanelProps) {
  const t = useWords('policies')
  const format = useFormat()
  const model = modelKindOf(kind)
  const facts = isPolicy(row)
    ? [row.provider, t('shared.version', { number: String(row.number) }), row.published_at && format.date(row.published_at)]
    : 'build_days' in row
      ? [
          row.category,
          row.build_days === null ? null : t('shared.days', { days: row.build_days }),
          row.yearly_internal_charge ? t('shared.days_a_year', { days: row.yearly_internal_charge }) : null,
          row.yearly_cost ? t('shared.cost', { cost: format.keuro(row.yearly_cost) }) : null,
        ]
      : isMapping(row)
        ? [t('shared.leads', { from: urnTail(row.source_framework_urn), to: urnTail(row.target_framework_urn) }), t('shared.pairs', { pairs: row.pairs })]
        : []
  return (
    <SidePanel
      title={row.name ?? row.identifier}
      facts={facts.filter(Boolean).join(' · ')}
      about={
        <>
          <span>{row.identifier}</span>
          <span>{t(`shared.by_whom.${row.catalog_type}`)}</span>
        </>
      }
      id={row.id}
      rows={rows}
      onOpen={onOpen}
      foot={<Foot kind={kind} row={row} onCopied={onCopied} />}
    >
      {model ? (
        <Suspense fallback={<SkeletonRows count={8} />}>
          <LazyModelPreview entity={model} id={row.id} />
        </Suspense>
      ) : (
        <p className={css.description}>{row.description}</p>
      )}
      {isPolicy(row) ? <SharedTree policy={row} /> : null}
    </SidePanel>
  )
}

function Foot({ kind, row, onCopied }: Pick<PanelProps, 'kind' | 'row' | 'onCopied'>) {
  const t = useWords('policies')
  const navigate = useNavigate()
  const mayCopy = useRight(kind === 'policy' ? 'policy.create' : `${kind}.write`)
  const [busy, setBusy] = useState(false)
  const { own } = row
  if (!mayCopy && !own) return t('shared.pilots_copy')
  const model = modelKindOf(kind)
  const renewed = async () => {
    if (!own) return
    setBusy(true)
    if (model) await renewOwn(model, own.id)
    else await renew(own.id, () => void navigate({ to: path('/org/policies/$id', { id: own.id }) }))
    setBusy(false)
  }
  const copy = () => (model && !own ? adoptModel(model, row, onCopied) : adopt(kind, row, onCopied))
  return (
    <>
      <span className={own && row.changed ? css.line : css.space}>
        {own ? t(row.changed ? 'shared.own_changed' : 'shared.own') : t(`shared.comes.${kind}`)}
      </span>
      {own && mayCopy ? (
        <Button variant="subtle" icon={<Copy size={14} aria-hidden />} onClick={copy}>
          {t('shared.copy_again')}
        </Button>
      ) : null}
      {own && row.changed && (model || kind === 'policy') && mayCopy ? (
        <Button icon={<RefreshCw size={14} aria-hidden />} loading={busy} onClick={() => void renewed()}>
          {t('shared.renew')}
        </Button>
      ) : null}
      {own ? (
        <ButtonLink variant="primary" to={ownPage(kind, own.id)}>
          {t('shared.open_own')}
        </ButtonLink>
      ) : (
        <Button variant="primary" icon={<Copy size={14} aria-hidden />} onClick={copy}>
          {t(model || kind === 'policy' ? 'shared.adopt' : 'shared.copy')}
        </Button>
      )}
    </>
  )
}
