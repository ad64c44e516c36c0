/** How far something has come that a workflow began. `stopped`: it does not go on by itself. */
export type Progress = "under-way" | "done" | "stopped";
