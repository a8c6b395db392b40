import { useEffect, useMemo, useState } from 'react'
import { matrixKinds, type MatrixKind } from '#areas/risks/contract/calls.ts'
import { riskFigures } from '#areas/risks/contract/figures.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import { only } from '#kit/contract/figure.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { filtersOf, narrowed } from '#kit/web/figure-link.ts'
import { Link } from '#kit/web/navigation.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { CellRisks } from './cell-risks.tsx'
import css from './matrix.module.css'
import { MatrixGrid } from './matrix-grid.tsx'
import { filtersOfCell, useMatrix, useRisks, type Place, type Risk } from './risk-api.ts'

type MovesShown = 'cell' | 'all' | 'none'
/** Arrows of a whole register would hide its matrix. */
const drawn = 60

/** Where the risks of a register lie, with what each cell holds, how risks move, and the target set by hand or by keys (RSK-10). */
export function MatrixView({
  register,
  state,
  onOpen,
  onRows,
  rowsOf,
}: Pick<ViewContext, 'state' | 'onOpen' | 'onRows' | 'rowsOf'> & { readonly register: number }) {
  const t = useWords('risks')
  const format = useFormat()
  const [kind, setKind] = useState<MatrixKind>('current')
  const [chosen, setChosen] = useState<Place>()
  const [moves, setMoves] = useState<MovesShown>('cell')
  const [placing, setPlacing] = useState<Risk>()
  const { as_of, search } = state
  const filters = state.filters
  const { data, error, refetch } = useMatrix(register, { filters, search, as_of })
  const inCell = useMemo(() => (chosen ? narrowed(filters, filtersOfCell({ kind, ...chosen })) : []), [chosen, kind, filters])
  const held = useRisks(inCell, { search, enabled: chosen !== undefined, as_of })
  const all = useRisks(narrowed(filters, [only('closed', false)]), { search, per_page: drawn, enabled: moves === 'all', as_of })
  const rows = useMemo(() => (chosen ? (held.data?.objects ?? []) : []), [chosen, held.data])
  useEffect(() => {
    onRows(rows)
    return () => onRows(undefined)
  }, [rows, onRows])
  if (error && !data) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={480} />
  const place = async (row: Risk, { impact, probability }: Place) => {
    setPlacing(undefined)
    await updateRow(risk, row, { target_impact: impact, target_probability: probability })
    toast.success(t('matrix.target_set'))
  }
  const shown = moves === 'none' ? [] : moves === 'all' ? (all.data?.objects ?? []) : rows
  const open = only('closed', false)
  return (
    <Box grow narrows overflow="scrolled" className={css.view}>
      <Row wrap align="center" below={12} gap={16} rowGap={8}>
        <Segmented label={t('matrix.shown')} value={kind} onChange={setKind} options={matrixKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))} />
        <Row as="p" wrap size={14} weight={600} gap={12} rowGap={4} className={css.totals}>
          <Link to={rowsOf([open])}>{t('matrix.total', { count: data.total })}</Link>
          {data.above > 0 ? (
            <Link className={css.above} to={rowsOf(filtersOf(riskFigures.above))}>
              {t('matrix.above', { count: format.number(data.above) })}
            </Link>
          ) : null}
        </Row>
        <div className={css.moves}>
          <Select
            aria-label={t('matrix.moves')}
            value={moves}
            options={(['cell', 'all', 'none'] as const).map((value) => ({ value, label: t(`matrix.moves_choice.${value}`) }))}
            onChange={(value) => setMoves((value as MovesShown | null) ?? 'cell')}
          />
        </div>
      </Row>
      <MatrixGrid
        matrix={data}
        kind={kind}
        chosen={chosen}
        onChoose={setChosen}
        risks={shown}
        opened={state.id === undefined ? undefined : Number(state.id)}
        placing={placing}
        onPlace={(row, at) => void place(row, at).catch(() => {})}
        onCancel={() => setPlacing(undefined)}
        rowOf={(id) => [...rows, ...shown].find((row) => row.id === id)}
      />
      {chosen ? (
        <CellRisks
          scale={data.scale}
          at={chosen}
          kind={kind}
          rows={rows}
          total={held.data?.total ?? 0}
          to={rowsOf(filtersOfCell({ kind, ...chosen }))}
          opened={state.id === undefined ? undefined : Number(state.id)}
          writable={as_of === undefined}
          onOpen={onOpen}
          onPlace={setPlacing}
        />
      ) : (
        <Text as="p" above={8} tone="quiet" size={13}>
          {t('matrix.pick')}
        </Text>
      )}
    </Box>
  )
}
