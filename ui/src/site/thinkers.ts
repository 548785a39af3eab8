// The workers that think for the worker of Python: as many as calls wait at once, if the machine has so many cores.
import type { RulesAnswer, RulesCall } from "./worker-messages";

export class Thinkers {
  private readonly free: Worker[] = [];
  private readonly waiting: ((worker: Worker) => void)[] = [];
  private begun = 0;

  constructor(private readonly address: URL) {}

  /** Make a call, as soon as a worker is free. */
  async call(call: RulesCall): Promise<RulesAnswer> {
    const worker = await this.next();
    try {
      return await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<RulesAnswer>) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(
          call,
          call.arrays.map((array) => array.buffer),
        );
      });
    } finally {
      const next = this.waiting.shift();
      if (next) next(worker);
      else this.free.push(worker);
    }
  }

  private next(): Promise<Worker> | Worker {
    const worker = this.free.pop();
    if (worker) return worker;
    if (this.begun < Math.max(1, navigator.hardwareConcurrency - 1)) {
      this.begun++;
      return new Worker(this.address, { type: "module" });
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
