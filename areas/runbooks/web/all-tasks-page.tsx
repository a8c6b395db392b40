import { TaskList } from './task-list.tsx'

/** The recurring tasks of all runbooks. */
export const Page = () => <TaskList />
