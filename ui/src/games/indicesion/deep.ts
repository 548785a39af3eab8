// The table in depth. A picture is drawn only when something has changed.
import {
  AmbientLight,
  BoxGeometry,
  Camera,
  DirectionalLight,
  HemisphereLight,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PlaneGeometry,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Lens } from "./lens";
import { clothTexture, ROOM, SEATS, SHARED, woodTexture } from "./paint";
import { Shapes } from "./shapes";
import { rad } from "./space";
import type { Bodies, Body, Id, Sizes } from "./types";

const RIM = 42,
  SLAB = 46,
  NEAR = 80,
  FAR = 9000,
  SLOW_FRAME = 45,
  PAUSE = 1000;

export class Deep {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new Camera();
  private readonly things = new Map<Id, Object3D>();
  private readonly shapes: Shapes;
  private readonly lamp = new DirectionalLight();
  private readonly fill = new DirectionalLight();
  private readonly sky = new HemisphereLight();
  private readonly air = new AmbientLight();
  private readonly cloth: Mesh;
  private readonly slab: Mesh;
  private sharp = Math.min(2, devicePixelRatio || 1);
  private late = 0;
  private drawn = 0;
  private size = [1, 1];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly sizes: Sizes,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.autoUpdate = false;
    this.shapes = new Shapes(sizes);
    const { table } = sizes;
    this.cloth = new Mesh(new PlaneGeometry(table - 2 * RIM, table - 2 * RIM), new MeshLambertMaterial());
    this.slab = new Mesh(new BoxGeometry(table, table, SLAB), new MeshLambertMaterial());
    this.slab.position.z = -SLAB / 2 - 0.6;
    this.cloth.receiveShadow = this.slab.receiveShadow = true;
    Object.assign(this.lamp, { castShadow: true });
    this.lamp.shadow.mapSize.set(2048, 2048);
    this.lamp.shadow.radius = 4;
    this.lamp.shadow.bias = -0.0006;
    this.lamp.shadow.normalBias = 1.2;
    Object.assign(this.lamp.shadow.camera, {
      left: -1000,
      right: 1000,
      top: 1000,
      bottom: -1000,
      near: 200,
      far: 4200,
    });
    this.sky.position.set(0, 0, 1);
    this.scene.add(this.cloth, this.slab, this.lamp, this.lamp.target, this.fill, this.sky, this.air);
  }

  /** day or lamp: the cloth, the wood, the lights */
  light(dark: boolean): void {
    const { cloth, other, wood, wood2 } = ROOM[dark ? "lamp" : "day"];
    const lay = this.cloth.material as MeshLambertMaterial,
      edge = this.slab.material as MeshLambertMaterial;
    lay.map?.dispose();
    edge.map?.dispose();
    lay.map = clothTexture(cloth, other, dark, this.sizes.table);
    edge.map = woodTexture(wood, wood2);
    lay.needsUpdate = edge.needsUpdate = true;
    this.lamp.color.set(dark ? "#ffedc8" : "#fff4dd");
    this.lamp.intensity = dark ? 2.3 : 2.35;
    this.fill.color.set(dark ? "#ffe2bd" : "#fff8ea");
    this.fill.intensity = dark ? 0.5 : 0.75;
    this.sky.color.set(dark ? "#cfd8c8" : "#f6fbff");
    this.sky.groundColor.set(dark ? "#2c2a10" : "#b9c878");
    this.sky.intensity = dark ? 0.7 : 1.05;
    this.air.intensity = dark ? 0.05 : 0.12;
  }

  /** light comes from the upper left of the picture, whatever way one looks */
  look(lens: Lens, width: number, height: number): void {
    this.resize(width, height);
    const turn = rad(lens.heading - 90),
      from = (x: number, y: number, z: number): readonly [number, number, number] => [
        x * Math.cos(turn) - y * Math.sin(turn),
        x * Math.sin(turn) + y * Math.cos(turn),
        z,
      ];
    this.lamp.position.set(...from(-1000, 480, 1720));
    this.fill.position.set(...from(500, -1400, 900));
    const { camera } = this,
      eye = new Vector3(...lens.eye),
      to = eye.clone().add(new Vector3(...lens.forward));
    camera.matrixWorld.copy(new Matrix4().lookAt(eye, to, new Vector3(...lens.up)).setPosition(eye));
    camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
    camera.matrixAutoUpdate = camera.matrixWorldAutoUpdate = false;
    const [ox, oy] = lens.middle,
      { k } = lens;
    camera.projectionMatrix.makePerspective(
      (-ox / k) * NEAR,
      ((width - ox) / k) * NEAR,
      (oy / k) * NEAR,
      (-(height - oy) / k) * NEAR,
      NEAR,
      FAR,
    );
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  }

  place(bodies: Bodies): void {
    for (const [id, thing] of this.things)
      if (!(id in bodies)) {
        this.scene.remove(thing);
        this.things.delete(id);
      }
    for (const [id, body] of Object.entries(bodies)) {
      let thing = this.things.get(id);
      if (!thing) {
        thing = this.shapes.make(body.kind, paintOf(body));
        this.things.set(id, thing);
        this.scene.add(thing);
      }
      thing.position.set(...body.at);
      thing.quaternion.set(body.quat[1], body.quat[2], body.quat[3], body.quat[0]);
    }
    this.renderer.shadowMap.needsUpdate = true;
  }

  draw(moving: boolean): void {
    const now = performance.now(),
      since = now - this.drawn;
    this.drawn = now;
    this.renderer.render(this.scene, this.camera);
    // where drawing takes long, a motion is drawn coarser and what lies still sharply
    if (moving && this.sharp > 0.6) {
      this.late = since > SLOW_FRAME && since < PAUSE ? this.late + 1 : 0;
      if (this.late > 3) this.sharpness(this.sharp * 0.75);
    } else if (!moving && this.sharp < Math.min(1, devicePixelRatio))
      this.sharpness(Math.min(2, devicePixelRatio || 1));
  }

  /** a small picture of one thing, drawn into another canvas */
  closeUp(into: HTMLCanvasElement, lens: Lens, width: number, height: number): void {
    const g = into.getContext("2d"),
      [w, h] = this.size,
      ratio = Math.min(2, devicePixelRatio || 1);
    if (!g) return;
    into.width = width * ratio;
    into.height = height * ratio;
    this.look(lens, width, height);
    this.renderer.render(this.scene, this.camera);
    g.drawImage(this.canvas, 0, 0, this.canvas.width, this.canvas.height, 0, 0, into.width, into.height);
    this.resize(w!, h!);
  }

  private sharpness(to: number): void {
    this.sharp = to;
    this.late = 0;
    this.renderer.setPixelRatio(to);
  }
  private resize(width: number, height: number): void {
    if (this.size[0] === width && this.size[1] === height) return;
    this.size = [width, height];
    this.renderer.setPixelRatio(this.sharp);
    this.renderer.setSize(width, height, false);
  }
  dispose(): void {
    this.renderer.dispose();
  }
}

const paintOf = (body: Body): string =>
  body.kind === "die"
    ? (body.colour ?? "red")
    : body.kind === "board"
      ? typeof body.seat === "number"
        ? SEATS[body.seat]!
        : SHARED
      : "";
