import { useMemo } from 'react'
import { layColumns } from '#kit/web/table/column-layout.ts'
import type { Column } from '#kit/web/table/columns.ts'
import { useEntityColumns } from './entity-columns.tsx'
import type { AnyListProps } from './list-props.ts'
import type { AnyRow } from './presentation.ts'
import type { ListSettingState } from './use-list-setting.ts'

export interface LaidList extends Pick<AnyListProps, 'entity' | 'cells' | 'tones' | 'without'> {
  readonly setting: ListSettingState
}

const noColumns: readonly string[] = []

/** The columns of a list as the person laid them. */
export function useLaidColumns({ entity, cells, tones, setting, without = noColumns }: LaidList): Column<AnyRow>[] {
  const columns = useEntityColumns(entity, cells, tones)
  return useMemo(
    () =>
      layColumns(
        columns.filter(({ name }) => !without.includes(name)),
        setting.current.columns,
      ),
    [columns, setting.current.columns, without],
  )
}
