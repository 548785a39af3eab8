// Render the table in 3D. A picture is drawn only when something has changed.
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
import type { TableCamera } from "./camera";
import {
  clothTexture,
  FOAM_COLOURS,
  TABLE_COLOURS,
  NEUTRAL_COLOURS,
  SEAT_COLOURS,
  SHARED_BOARD_COLOUR,
  woodTexture,
} from "./textures-3d";
import { Meshes } from "./meshes-3d";
import { toRadians } from "./geometry";
import type { ShownBodies, ShownBody } from "./shown-body";
import type { Id, Sizes } from "./view";

const RIM = 42,
  SLAB = 46,
  NEAR = 80,
  FAR = 9000,
  SLOW_FRAME = 45,
  PAUSE = 1000;

export class Renderer3D {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new Camera();
  private readonly objects = new Map<Id, Object3D>();
  private readonly meshes: Meshes;
  private readonly lamp = new DirectionalLight();
  private readonly fill = new DirectionalLight();
  private readonly sky = new HemisphereLight();
  private readonly air = new AmbientLight();
  private readonly cloth: Mesh;
  private readonly slab: Mesh;
  private pixelRatio = Math.min(2, devicePixelRatio || 1);
  private slowFrames = 0;
  private lastFrameMs = 0;
  private size = [1, 1];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly sizes: Sizes,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.autoUpdate = false;
    this.meshes = new Meshes(sizes);
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

  /** Set the colours and lights for day or night. */
  setTheme(dark: boolean): void {
    const { cloth, other, wood, wood2 } = TABLE_COLOURS[dark ? "lamp" : "day"];
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

  /** Point the camera. The light comes from the upper left of the picture, whatever the direction. */
  pointCamera(view: TableCamera, width: number, height: number): void {
    this.resize(width, height);
    const turn = toRadians(view.heading - 90),
      from = (x: number, y: number, z: number): readonly [number, number, number] => [
        x * Math.cos(turn) - y * Math.sin(turn),
        x * Math.sin(turn) + y * Math.cos(turn),
        z,
      ];
    this.lamp.position.set(...from(-1000, 480, 1720));
    this.fill.position.set(...from(500, -1400, 900));
    const { camera } = this,
      eye = new Vector3(...view.eye),
      to = eye.clone().add(new Vector3(...view.forward));
    camera.matrixWorld.copy(new Matrix4().lookAt(eye, to, new Vector3(...view.up)).setPosition(eye));
    camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
    camera.matrixAutoUpdate = camera.matrixWorldAutoUpdate = false;
    const [ox, oy] = view.middle,
      { k } = view;
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

  placeBodies(bodies: ShownBodies): void {
    for (const [id, thing] of this.objects)
      if (!(id in bodies)) {
        this.scene.remove(thing);
        this.objects.delete(id);
      }
    for (const [id, body] of Object.entries(bodies)) {
      let thing = this.objects.get(id);
      if (!thing) {
        thing = this.meshes.makeMesh(body.kind, bodyColour(body));
        this.objects.set(id, thing);
        this.scene.add(thing);
      }
      thing.position.set(...body.at);
      thing.quaternion.set(body.quat[1], body.quat[2], body.quat[3], body.quat[0]);
    }
    this.renderer.shadowMap.needsUpdate = true;
  }

  draw(moving: boolean): void {
    const now = performance.now(),
      since = now - this.lastFrameMs;
    this.lastFrameMs = now;
    this.renderer.render(this.scene, this.camera);
    // on a slow device motion is drawn with fewer pixels, and still pictures sharply
    if (moving && this.pixelRatio > 0.6) {
      this.slowFrames = since > SLOW_FRAME && since < PAUSE ? this.slowFrames + 1 : 0;
      if (this.slowFrames > 3) this.setPixelRatio(this.pixelRatio * 0.75);
    } else if (!moving && this.pixelRatio < Math.min(1, devicePixelRatio))
      this.setPixelRatio(Math.min(2, devicePixelRatio || 1));
  }

  /** Draw a close-up into another canvas. */
  drawCloseUp(into: HTMLCanvasElement, view: TableCamera, width: number, height: number): void {
    const g = into.getContext("2d"),
      [w, h] = this.size,
      ratio = Math.min(2, devicePixelRatio || 1);
    if (!g) return;
    into.width = width * ratio;
    into.height = height * ratio;
    this.pointCamera(view, width, height);
    this.renderer.render(this.scene, this.camera);
    g.drawImage(this.canvas, 0, 0, this.canvas.width, this.canvas.height, 0, 0, into.width, into.height);
    this.resize(w!, h!);
  }

  private setPixelRatio(to: number): void {
    this.pixelRatio = to;
    this.slowFrames = 0;
    this.renderer.setPixelRatio(to);
  }
  private resize(width: number, height: number): void {
    if (this.size[0] === width && this.size[1] === height) return;
    this.size = [width, height];
    this.renderer.setPixelRatio(this.pixelRatio);
    this.renderer.setSize(width, height, false);
  }
  dispose(): void {
    this.renderer.dispose();
  }
}

const bodyColour = (body: ShownBody): string =>
  body.kind === "die"
    ? (body.colour ?? "red")
    : body.kind === "board"
      ? body.colour
        ? FOAM_COLOURS[body.colour][0]
        : typeof body.seat === "number"
          ? (body.neutral ? NEUTRAL_COLOURS : SEAT_COLOURS)[body.seat]!
          : SHARED_BOARD_COLOUR
      : "";
