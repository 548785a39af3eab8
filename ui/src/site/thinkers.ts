// The workers that think for the worker of Python: as many as calls wait at once, if the machine has so many cores.
import type { RulesAnswer, RulesCall } from "./worker-messages";

export class Thinkers {
  private readonly free: Worker[] = [];
  private readonly waiting: ((worker: Worker) => void)[] = [];
  private readonly most = Math.max(1, (navigator.hardwareConcurrency || 2) - 1);
  private begun = 0;

  /** The first worker begins at once, so that its script is there if the network goes. */
  constructor(private readonly address: URL) {
    this.free.push(this.begin());
  }

  /** Make a call, as soon as a worker is free. */
  async call(call: RulesCall): Promise<RulesAnswer> {
    let worker: Worker = this.free.pop() ?? (this.begun < this.most ? this.begin() : await this.nextFree());
    try {
      return await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<RulesAnswer>) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(
          call,
          call.arrays.map((array) => array.buffer),
        );
      });
    } catch (error) {
      // A worker that failed may never answer again.
      worker.terminate();
      this.begun--;
      worker = this.begin();
      throw error;
    } finally {
      const next = this.waiting.shift();
      if (next) next(worker);
      else this.free.push(worker);
    }
  }

  private readonly nextFree = (): Promise<Worker> => new Promise((resolve) => this.waiting.push(resolve));

  private begin(): Worker {
    const worker = new Worker(this.address, { type: "module" });
    this.begun++;
    return worker;
  }
}
