/**
 * The progress of work that a merchant's workflow began. `stopped`: the work does not continue automatically.
 */
export type Progress = "under-way" | "done" | "stopped";
